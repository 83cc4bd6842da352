"""The rule for slides, on small lessons: what begins a slide, what goes on, and what stands alone."""

from __future__ import annotations

import pytest

from tests.notebooks import toys
from tests.notebooks.slides import arrange, main, parts

PICTURE = ("widgets.StepExplorer(mouse)",)
CODE = ("1 + 1",)


def types(*cells):
    return [cell.metadata["slideshow"]["slide_type"] for cell in arrange(toys.notebook(*cells)).cells]


@pytest.mark.parametrize(
    ("cells", "expected"),
    [
        (("# T", "## A", "### B"), ["slide", "slide", "subslide"]),
        (
            ("# T", "## A\n\n**Predict.** x?", CODE, "**Explain.** y."),
            ["slide", "slide", "fragment", "fragment"],
        ),
        (("# T", PICTURE, "**Explain.** y."), ["slide", "subslide", "subslide"]),
        (("# T", PICTURE, CODE, CODE), ["slide", "subslide", "subslide", "fragment"]),
        (("# T", "**Explain.** y.\n\n## A"), ["slide", "fragment", "slide"]),
        (("# T", "**Explain.** y.\n\n**Predict.** z?", CODE), ["slide", "fragment", "subslide", "fragment"]),
        (("# T", "**Write `f`,** please.", CODE), ["slide", "subslide", "fragment"]),
        (("# T", "## A\n\n<details>\n\n## not a heading\n\n</details>"), ["slide", "slide"]),
        (("# T", "text\n\n```\n# a comment\n```"), ["slide", "fragment"]),
    ],
)
def test_each_cell_is_what_its_content_makes_it(cells, expected):
    assert types(*cells) == expected


@pytest.mark.parametrize("intent", ["skip", "notes"])
def test_what_somebody_hid_stays_hidden(intent):
    made = toys.notebook("# T", CODE)
    made.cells[1].metadata["slideshow"] = {"slide_type": intent}
    assert arrange(made).cells[1].metadata["slideshow"] == {"slide_type": intent}


def test_a_split_keeps_every_word_and_names_the_new_cell():
    source = "**Explain.** y.\n\n## A\n\nText.\n\n### B\n\nMore."
    made = arrange(toys.notebook("# T", source))
    assert "\n\n".join(cell.source for cell in made.cells[1:]) == source
    assert [cell.id for cell in made.cells[1:]] == ["cell-2", "cell-2b", "cell-2c"]
    assert all(parts(cell.source) == [cell.source] for cell in made.cells)


def test_run_again_it_changes_nothing(tmp_path, capsys):
    path = toys.write(tmp_path, "# T", "**Explain.** y.\n\n## A", CODE)
    assert main([str(path)]) == 0
    assert "arranged" in capsys.readouterr().out
    assert main([str(path)]) == 0
    assert "unchanged" in capsys.readouterr().out
