from __future__ import annotations

import ipywidgets

from attnlib.widgets.frame.boxes import box, foot, operator, reveal, tree


def test_a_box_has_its_role_and_direction() -> None:
    label = ipywidgets.Label("a")
    made = box("column", "stack", label)
    assert made.children == (label,)
    assert made.layout.flex_flow == "column"
    assert "attn-stack" in made._dom_classes


def test_a_foot_puts_a_control_beside_the_narrator() -> None:
    one, other = ipywidgets.Label(), ipywidgets.Label()
    assert foot(one, other).children == (one, other)


def test_an_operator_may_be_a_label_that_changes() -> None:
    label = ipywidgets.Label("· V")
    assert operator(label) is label
    assert operator("→").value == "→"
    assert "attn-operator" in label._dom_classes


def test_what_is_taken_off_the_page_stays_in_the_tree() -> None:
    label = ipywidgets.Label("a")
    made = box("row", "bar", label)
    reveal(label, False)
    assert label.layout.display == "none"
    assert list(tree(made)) == [made, label]
    reveal(label, True)
    assert label.layout.display is None
