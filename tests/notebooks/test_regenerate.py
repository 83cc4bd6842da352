from __future__ import annotations

import base64
import io

import pytest
from PIL import Image, PngImagePlugin

from tests.notebooks import toys
from tests.notebooks.regenerate import WIDGET_VIEW, clean, faults, main, same_picture
from tests.notebooks.running import read

SHOW = (
    "from IPython.display import display\n"
    f"display({{'{WIDGET_VIEW}': {{'model_id': 'x'}}, 'text/plain': 'Mouse 0.89'}}, raw=True)",
)


def png(colour, note):
    info, file = PngImagePlugin.PngInfo(), io.BytesIO()
    info.add_text("Software", note)
    Image.new("RGB", (4, 4), colour).save(file, "png", pnginfo=info)
    return base64.b64encode(file.getvalue()).decode()


def test_writes_outputs_without_widget_views_times_or_versions(tmp_path):
    path = toys.write(tmp_path, "# Toy", SHOW)
    assert main([str(path)]) == 0
    stored = read(path)
    assert stored.cells[1].execution_count == 1
    assert stored.cells[1].outputs[0].data == {"text/plain": "Mouse 0.89"}
    assert stored.cells[1].metadata == {"slideshow": {"slide_type": "fragment"}}
    assert stored.metadata == {
        "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
        "language_info": {"name": "python"},
    }


def test_a_second_run_changes_nothing_and_check_tells_a_stale_file(tmp_path, capsys):
    path = toys.write(tmp_path, "# Toy", ("1 + 1",))
    assert main(["--check", str(path)]) == 1
    assert "stale" in capsys.readouterr().out
    main([str(path)])
    written = path.read_bytes()
    assert main([str(path)]) == 0
    assert path.read_bytes() == written
    assert main(["--check", str(path)]) == 0


@pytest.mark.parametrize(
    ("code", "named"),
    [
        ("1 / 0", "ZeroDivisionError"),
        ("import sys; print('x', file=sys.stderr)", "stderr"),
        ("import warnings; warnings.warn('old', stacklevel=1)", "Warning"),
        ("object()", "an address in memory"),
        ("print('/home/someone/notebook.ipynb')", "a local path"),
        ("import ipywidgets; ipywidgets.VBox([ipywidgets.Label()])", "a bare widget"),
    ],
)
def test_an_output_that_may_not_be_published_is_refused_and_not_written(tmp_path, capsys, code, named):
    path = toys.write(tmp_path, (code,))
    before = path.read_bytes()
    assert main([str(path)]) == 1
    assert named in capsys.readouterr().out
    assert path.read_bytes() == before


def test_an_unproved_number_is_reported(tmp_path, capsys):
    assert main([str(toys.write(tmp_path, "0.5"))]) == 1
    assert "0.5 has no proof" in capsys.readouterr().out


def test_a_picture_is_written_again_only_when_its_pixels_differ():
    red, red_again, blue = png("red", "one"), png("red", "other"), png("blue", "one")
    assert red != red_again
    assert same_picture(red, red_again)
    assert not same_picture(red, blue)


def test_equal_pixels_keep_the_stored_file():
    def showing(picture):
        made = toys.notebook(("picture",))
        made.cells[0].outputs = [
            {"output_type": "display_data", "data": {"image/png": picture}, "metadata": {}}
        ]
        return toys.nbformat.from_dict(made)

    old = png("red", "one")
    assert clean(showing(png("red", "other")), showing(old)).cells[0].outputs[0].data["image/png"] == old
    assert clean(showing(png("blue", "other")), showing(old)).cells[0].outputs[0].data["image/png"] != old


def test_a_clean_output_has_no_faults():
    made = toys.notebook(("x",))
    made.cells[0].outputs = [
        toys.nbformat.v4.new_output("stream", name="stdout", text="Mouse / Eats 0.89 and 1/2")
    ]
    assert not list(faults(made, "toy"))
