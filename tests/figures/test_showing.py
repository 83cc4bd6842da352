"""How a picture shows itself and is kept: as the last line of a cell, and as a file."""

from __future__ import annotations

import base64
import io
import logging
import subprocess
import sys
from xml.etree import ElementTree

import matplotlib
import numpy as np
import pytest
from matplotlib.figure import Figure
from PIL import Image

from attnlib import figures
from attnlib.figures._engine.png import encode, indexed
from attnlib.figures._engine.text import fit, shorten, text_width, wrap
from attnlib.meaning.plain import as_text

PICTURES = {
    "matrix": figures.plot_weights,
    "pipeline": figures.plot_pipeline,
    "lines": figures.plot_lines,
    "plane": figures.plot_plane,
}


@pytest.fixture(params=PICTURES)
def make(request):
    return PICTURES[request.param]


def test_a_cells_last_line_shows_picture_and_numbers(mouse, make):
    display = make(mouse)
    data, metadata = display._repr_mimebundle_()
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    about = metadata["image/png"]
    assert data["text/plain"] == as_text(*display.shown, sentence=display.reading)
    assert data["text/plain"].startswith(display.reading)
    assert about["alt"] == display.reading
    assert image.size == pytest.approx((1.75 * about["width"], 1.75 * about["height"]), abs=2)


def test_it_shows_the_same_each_time(mouse, make):
    display = make(mouse)
    assert display._repr_mimebundle_() == display._repr_mimebundle_() == make(mouse)._repr_mimebundle_()


def test_one_changed_digit_changes_the_text(mouse):
    data, _ = figures.plot_weights(mouse)._repr_mimebundle_()
    assert "0.89" in data["text/plain"]
    assert "0x" not in data["text/plain"]


def test_it_is_drawn_when_it_is_first_shown(mouse):
    display = figures.PipelineDisplay(mouse)
    assert not hasattr(display, "figure_")
    display._repr_mimebundle_()
    assert display.figure_ is not None


def test_its_repr_has_no_address(mouse, make):
    assert "0x" not in repr(make(mouse))
    assert repr(make(mouse)) == repr(make(mouse))


def test_the_background_is_white_and_opaque_whatever_the_style(mouse):
    with matplotlib.rc_context(
        {"figure.facecolor": "black", "savefig.transparent": True, "text.color": "white"}
    ):
        data, _ = figures.plot_weights(mouse)._repr_mimebundle_()
    image = Image.open(io.BytesIO(base64.b64decode(data["image/png"])))
    assert "transparency" not in image.info
    assert image.convert("RGB").getpixel((0, 0)) == (255, 255, 255)
    assert data == figures.plot_weights(mouse)._repr_mimebundle_()[0]


def test_no_setting_is_changed(mouse, tmp_path):
    before = dict(matplotlib.rcParams)
    figures.plot_pipeline(mouse).save(tmp_path / "a.svg")
    assert dict(matplotlib.rcParams) == before


@pytest.mark.parametrize("suffix", ["png", "svg", "pdf", "SVG"])
def test_a_saved_file_is_valid_and_the_same_each_time(mouse, make, tmp_path, suffix):
    one = make(mouse).save(tmp_path / f"one.{suffix}")
    other = make(mouse).save(str(tmp_path / f"other.{suffix}"))
    content = one.read_bytes()
    assert content == other.read_bytes()
    if suffix == "png":
        Image.open(io.BytesIO(content)).verify()
    elif suffix == "pdf":
        assert content.startswith(b"%PDF-")
        assert b"CreationDate" not in content
    else:
        assert ElementTree.fromstring(content).tag.endswith("svg")


def test_an_svg_holds_its_text_as_text_with_a_generic_family(mouse, tmp_path):
    svg = figures.plot_pipeline(mouse).save(tmp_path / "a.svg").read_text(encoding="utf-8")
    root = ElementTree.fromstring(svg)
    texts = [element.text for element in root.iter("{http://www.w3.org/2000/svg}text")]
    assert {"Mouse", "softmax", "0.89", "2.83"} <= set(texts)
    assert "'DejaVu Sans', sans-serif" in svg
    assert "dc:date" not in svg
    assert root.get("aria-label") == figures.plot_pipeline(mouse).reading


def test_another_suffix_is_refused_with_those_that_are_written(mouse, tmp_path):
    with pytest.raises(
        ValueError, match=r"'a\.jpg' ends in '\.jpg'; pictures are written as \.png, \.svg or \.pdf"
    ):
        figures.plot_weights(mouse).save(tmp_path / "a.jpg")
    with pytest.raises(ValueError, match=r"'a' has no suffix; add \.png, \.svg or \.pdf"):
        figures.plot_weights(mouse).save(tmp_path / "a")


def test_a_missing_folder_is_named(mouse, tmp_path):
    with pytest.raises(FileNotFoundError, match=r"there is no folder .*nowhere"):
        figures.plot_weights(mouse).save(tmp_path / "nowhere" / "a.png")


def test_pyplot_is_never_imported_and_nothing_is_said():
    code = (
        "import sys; from attnlib import examples, figures; t = examples.mouse_eats_cheese();"
        "d = [f(t) for f in (figures.plot_weights, figures.plot_pipeline, figures.plot_lines, figures.plot_plane)];"
        "[x._repr_mimebundle_() for x in d]; assert 'matplotlib.pyplot' not in sys.modules"
    )
    done = subprocess.run([sys.executable, "-W", "error", "-c", code], capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    assert done.stdout == done.stderr == ""


def test_building_the_font_cache_says_nothing():
    # Matplotlib says so only where it takes more than five seconds, by a warning of this logger
    assert not logging.getLogger("matplotlib.font_manager").isEnabledFor(logging.WARNING)


def test_a_figure_of_somebody_else_keeps_its_canvas(mouse):
    figure = Figure()
    canvas = figure.canvas
    display = figures.LinesDisplay(figures.plot_lines(mouse).panel).plot(figure.subplots())
    display._repr_mimebundle_()
    assert figure.canvas is canvas


def test_flat_colours_survive_the_small_png(masked):
    display = figures.plot_pipeline(masked)
    picture = np.asarray(Image.open(io.BytesIO(encode(display.figure_))).convert("RGB"))
    colours = set(map(tuple, np.unique(picture.reshape(-1, 3), axis=0).tolist()))
    for name, panel in display.panels.items():
        for level in {level for row in panel.levels for level in row}:
            i, j = next((i, row.index(level)) for i, row in enumerate(panel.levels) if level in row)
            fill = panel.fill(i, j)
            assert tuple(bytes.fromhex(fill[1:])) in colours, f"{name} {level}"


def test_few_colours_are_kept_exactly_and_many_nearly():
    rng = np.random.default_rng(0)
    few = rng.integers(0, 256, size=(40, 3), dtype=np.uint8)[rng.integers(0, 40, size=(50, 60))]
    palette, places = indexed(few)
    assert np.array_equal(palette[places], few)
    ramp = np.zeros((64, 64, 3), dtype=np.uint8)
    ramp[..., 0], ramp[..., 1] = np.mgrid[0:256:4, 0:256:4]
    palette, places = indexed(ramp)
    assert len(palette) <= 256
    assert np.abs(palette[places].astype(int) - ramp).max() <= 40


def test_long_words_are_broken_and_no_line_is_too_wide():
    text = "a sentence with " + "x" * 80 + " in it"
    lines = wrap(text, 120, 12)
    assert max(text_width(line, 12) for line in lines) <= 120
    assert "".join(lines).replace(" ", "") == text.replace(" ", "")


def test_shortened_texts_keep_both_ends_and_fit():
    short = shorten("thoroughbreds·2", 60, 12)
    assert short.startswith("t")
    assert short.endswith("·2")
    assert text_width(short, 12) <= 60
    assert shorten("WWWW", 3, 12) == "…"


def test_texts_shrink_together_before_they_are_shortened():
    texts, size = fit(("cat", "caterpillar"), 60, 12, 8)
    assert texts == ("cat", "caterpillar")
    assert 8 <= size < 12
