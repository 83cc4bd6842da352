"""A verdict reads as text, as HTML and aloud; what came from the reader is escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import numpy as np
import pytest

from attnlib.exercises import check
from attnlib.exercises.engine.result import CheckResult, Example
from attnlib.exercises.engine.tables import LONGEST, MOST_SHOWN, WIDEST, as_html, as_text, table

EVIL = '<script>alert("1")</script>'


class Tags(HTMLParser):
    """Collects tags, and fails where one isn't closed in order."""

    def __init__(self, html):
        super().__init__()
        self.found, self.open = [], []
        self.feed(html)
        assert not self.open

    def handle_starttag(self, tag, attrs):
        self.found.append((tag, dict(attrs)))
        if tag != "br":
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def named(self, tag):
        return [attributes for name, attributes in self.found if name == tag]


def failing():
    return check("attention", lambda Q, K, V: np.zeros((*Q.shape[:-1], V.shape[-1])))


def test_what_the_reader_raises_and_prints_is_escaped():
    def answer(x):
        print(EVIL)
        raise ValueError(EVIL)

    html = check("softmax", answer)._repr_html_()
    assert "<script" not in html
    assert html.count("&lt;script&gt;") >= 2
    assert "script" not in [tag for tag, _ in Tags(html).found]


def test_everything_in_a_result_is_escaped():
    example = Example((("<i>", EVIL),), printed=EVIL)
    html = CheckResult(EVIL, False, "x", (EVIL,), EVIL, EVIL, example)._repr_html_()
    assert "<script" not in html
    assert "<i>" not in html


def test_it_is_announced_and_named():
    tags = Tags(failing()._repr_html_())
    (section,) = tags.named("section")
    assert section == {"role": "status", "aria-label": "Check of attention"}


def test_matrices_are_tables_with_captions_and_headers():
    tags = Tags(failing()._repr_html_())
    tables = len(tags.named("table"))
    assert tables == 5  # Q, K, V, needed, yours
    assert len(tags.named("caption")) == tables
    assert {attributes["scope"] for attributes in tags.named("th")} == {"row", "col"}


def test_wrong_cells_are_marked_by_more_than_colour():
    result = failing()
    assert "✗" in repr(result).splitlines()[-1]
    assert 'aria-label="wrong"' in result._repr_html_()
    assert not re.search(r"color", result._repr_html_())  # themes have their own


def test_the_verdict_comes_first_and_reads_as_text():
    lines = repr(failing()).splitlines()
    assert lines[0] == "attention: not yet ✗"
    assert lines[1].startswith("  ✗ “one key: the output is its value” fails.")
    assert repr(check("mask_true", "a")).startswith("mask_true: passed ✓\n  ✓ True = may attend.")


def test_text_is_stable_and_not_too_wide():
    assert repr(failing()) == repr(failing())
    assert max(map(len, repr(failing()).splitlines())) <= WIDEST + 2


def test_what_was_printed_stands_below():
    def answer(x):
        print("here I am")
        return x

    assert repr(check("softmax", answer)).endswith("It printed:\n    here I am")
    assert "<pre>here I am\n</pre>" in check("softmax", answer)._repr_html_()


def test_lines_of_an_error_stay_lines():
    result = check("softmax", lambda x: x.nothing)
    assert "\n    in line" in repr(result)
    assert "<br>in line" in result._repr_html_()


@pytest.mark.parametrize(
    ("value", "caption", "shape"),
    [
        (np.ones((2, 3)), "a, shape (2, 3)", (2, 3)),
        (np.ones(3), "a, shape (3,)", (1, 3)),
        (np.array(0.25), "a = 0.250", None),
        (np.ones((2, 0)), "a, shape (2, 0)", None),
        (np.ones((2, MOST_SHOWN + 1)), f"a, shape (2, {MOST_SHOWN + 1}), too large to show", None),
        (np.ones((4, 2, 3)), "a[0] of shape (4, 2, 3)", (2, 3)),
        (3, "a = 3", None),
        (None, "a = None", None),
        ("b" * 500, "a = '" + "b" * (LONGEST - 1) + " …", None),
    ],
)
def test_a_table_is_as_small_as_it_can_be(value, caption, shape):
    made = table("a", value)
    assert made.caption == caption
    assert (len(made.rows), len(made.rows[0])) == shape if shape else made.rows == ()
    assert made.caption in "\n".join(as_text([made]))
    Tags(as_html(made))


def test_numbers_and_booleans_are_written_for_reading():
    assert table("a", np.array([0.0, -0.5, -np.inf, np.nan, 1e-9, 2.0])).rows == (
        ("0", "−0.500", "−∞", "NaN", "0.000", "2"),
    )
    assert table("a", np.array([True, False])).rows == (("True", "False"),)


def test_of_a_batch_the_matrix_with_the_first_wrong_cell_is_shown():
    wrong = np.zeros((2, 3, 4, 5), bool)
    wrong[1, 2, 0, 0] = True
    assert table("a", np.ones((2, 3, 4, 5)), wrong, marked=wrong).caption.startswith("a[1, 2] of")
    assert table("a", np.ones((3, 4, 5)), marked=wrong).caption.startswith("a[2] of")
    assert table("a", np.ones((1, 3, 4, 5)), marked=wrong).caption.startswith("a[0, 2] of")
    assert table("a", np.ones((7, 2, 3, 4, 5)), marked=wrong).caption.startswith("a[0, 1, 2] of")
    assert table("a", np.ones((3, 4, 5)), marked=np.ones((4, 5), bool)).caption.startswith("a[0] of")


def test_tables_stand_side_by_side_as_far_as_they_fit():
    made = [table(name, np.ones((2, 3))) for name in "abc"]
    assert len(as_text(made)) == 3
    wide = [table(name, np.full((1, MOST_SHOWN), 1 / 3)) for name in "abcd"]
    lines = as_text(wide)
    assert len(lines) > 2
    assert max(map(len, lines)) <= WIDEST + 2
