"""Each rule for lessons is broken once, and must say so; a lesson that keeps them all breaks none."""

from __future__ import annotations

import pytest

from attnlib.widgets.frame.explorer import TO_LIFE
from tests.notebooks import toys
from tests.notebooks.conventions import RULES
from tests.notebooks.slides import arrange, shows_explorer

PICTURE = {"image/png": "iVBORw0KGgo=", "text/plain": f"Mouse looks mostly at Eats, 0.89\n\n{TO_LIFE}"}
OPENING = """# Queries meet keys

**To begin:** Run → Run All Cells.

**Goals.** Be able to say what a score is. **Time** 20 minutes. **You need** matrix multiplication.
Previous: none. Next: [all of it](toy.ipynb). See [the sources](#Sources), `just!` and $5!$.
"""
END = "## What you can now answer\n\nWhy?\n\n## Sources\n\n- [toy] A book."


def lesson(*cells, opening=OPENING, end=END):
    made = toys.notebook(opening, *cells, end)
    number = 0
    for cell in made.cells:
        if cell.cell_type == "code":
            number += 1
            cell.execution_count = number
            if shows_explorer(cell):
                cell.outputs = [
                    toys.nbformat.v4.new_output(
                        "display_data", PICTURE, metadata={"image/png": {"alt": "Mouse looks at Eats"}}
                    )
                ]
    return arrange(made)


def broken(notebook, tmp_path):
    path = tmp_path / "toy.ipynb"
    toys.nbformat.write(notebook, path)
    return [complaint for rule in RULES for complaint in rule(notebook, path)]


def test_a_lesson_that_keeps_the_rules_breaks_none(tmp_path):
    assert broken(lesson(("StepExplorer(mouse)",), "## A finding\n\nText.", ("x = 1",)), tmp_path) == []


@pytest.mark.parametrize(
    ("cells", "named"),
    [
        (["# A second title"], "2 headings of level 1"),
        (["### Too deep"], "jumps from level 1 to 3"),
        (["## Twice\n\n## Twice"], "stands twice"),
        ([("\n".join(f"x = {i}" for i in range(13)),)], "13 lines of code"),
        ([("x = 1;",)], "ends with ';'"),
        ([("%matplotlib widget",)], "no magics"),
        ([("interact(f, x=1)",)], "no magics, interact"),
        ([("",)], "an empty code cell"),
        (["It is simply so."], "'simply' in prose"),
        (["Look at this!"], "'!' in prose"),
        (["In this section we will see."], "in prose"),
        (["Well done \U0001f389"], "in prose"),
        (["Here it is, live: six tokens."], "on a fresh page it is a picture"),
        (["TODO: explain"], "'TODO' looks like a leftover"),
        (["It is 3 → actually 4."], "looks like a leftover"),
        (["As shown [citation]"], "looks like a leftover"),
        ([("x = 1  # FIXME",)], "'FIXME' looks like a leftover"),
        (["See [here](toy.ipynb)."], "doesn't say where it leads"),
        (["See [the other](missing.ipynb)."], "which is not there"),
        (["See [below](#Nowhere)."], "no heading #Nowhere"),
        (["![](toy.ipynb)"], "no alternative text"),
    ],
)
def test_a_broken_rule_is_named(tmp_path, cells, named):
    complaints = broken(lesson(*cells), tmp_path)
    assert [complaint for complaint in complaints if named in complaint], complaints


@pytest.mark.parametrize(
    ("before", "after", "named"),
    [
        ("Goals.", "", "tell goals"),
        ("20 minutes", "", "tell minutes"),
        ("You need", "", "tell what you need"),
        ("Run All Cells", "", "tell how to run it"),
        ("Previous", "", "no 'Previous' lesson"),
        ("Next", "", "no 'Next' lesson"),
        ("# Queries meet keys", "", "0 headings of level 1"),
    ],
)
def test_an_incomplete_opening_is_named(tmp_path, before, after, named):
    opening = OPENING.replace(before, after).replace("Be able to say", "")
    complaints = broken(lesson(opening=opening), tmp_path)
    assert [complaint for complaint in complaints if named in complaint], complaints


def test_an_incomplete_end_is_named(tmp_path):
    complaints = broken(lesson(end="## The end"), tmp_path)
    assert {"no section of sources", "no section of what you can now answer"} <= set(complaints)


def out_of_order(notebook):
    notebook.cells[1].execution_count = 7


def with_widget_state(notebook):
    notebook.metadata["widgets"] = {}


def with_widget_view(notebook):
    notebook.cells[1].outputs[0].data["application/vnd.jupyter.widget-view+json"] = {"model_id": "x"}


def with_times(notebook):
    notebook.cells[1].metadata["execution"] = {"iopub.status.busy": "2026"}


def without_picture(notebook):
    del notebook.cells[1].outputs[0].data["image/png"]


def without_a_word_on_running(notebook):
    notebook.cells[1].outputs[0].data["text/plain"] = "Mouse looks mostly at Eats, 0.89"


def with_bare_text(notebook):
    notebook.cells[1].outputs[0].data["text/plain"] = f"<Figure size 640x480 with 1 Axes>\n\n{TO_LIFE}"


def without_alt(notebook):
    notebook.cells[1].outputs[0].metadata = {}


def without_slides(notebook):
    del notebook.cells[1].metadata["slideshow"]


def without_height(notebook):
    notebook.cells[1].metadata["slideshow"] = {"slide_type": "-"}


def with_two_slides_in_a_cell(notebook):
    notebook.cells[0].source += "\n\n## Another thought"


def with_same_ids(notebook):
    notebook.cells[1]["id"] = notebook.cells[0]["id"]


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (out_of_order, "execution counts [7]"),
        (with_widget_state, "metadata.widgets is stored"),
        (with_widget_view, "a widget view is stored"),
        (with_times, "execution times are stored"),
        (without_picture, "stores no picture with its text"),
        (without_a_word_on_running, "doesn't say how to make it move"),
        (with_bare_text, "the picture's text is only"),
        (without_alt, "the picture has no alternative text"),
        (without_slides, "in a slide show it is None, and should be subslide"),
        (without_height, "in a slide show it is -, and should be subslide"),
        (with_two_slides_in_a_cell, "holds two slides, the second begins '## Another thought'"),
        (with_same_ids, "have the same"),
    ],
)
def test_what_may_not_be_stored_is_named(tmp_path, change, named):
    notebook = lesson(("StepExplorer(mouse)",))
    (tmp_path / "toy.ipynb").touch()
    change(notebook)
    complaints = [complaint for rule in RULES for complaint in rule(notebook, tmp_path / "toy.ipynb")]
    assert len(complaints) == 1
    assert named in complaints[0]


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("widgets.ProjectionExplorer(trace)", True),
        ("explorer = StepExplorer(mouse)\nexplorer", True),
        ("StepExplorer(\n    mouse,\n)", True),
        ("explorer = StepExplorer(mouse)", False),
        ("from attnlib.widgets import StepExplorer", False),
        ("explorer.trace.weights", False),
        ("widgets.MaskExplorer().code", False),
    ],
)
def test_knows_a_cell_that_shows_an_explorer(source, shown):
    assert shows_explorer(toys.notebook((source,)).cells[0]) is shown


def test_knows_an_explorer_that_was_made_further_up():
    (cell,) = toys.notebook(("live",)).cells
    assert not shows_explorer(cell)
    assert shows_explorer(cell, above=["live = widgets.MaskExplorer()"])
