"""The checker of proved numbers: each kind of fault is planted once, and must be named."""

from __future__ import annotations

import pytest

from tests.notebooks import toys
from tests.notebooks.proved import read_claims, source_keys_missing
from tests.notebooks.running import run

SETUP = ("w = [0.1, 0.8943, 0.0057]",)
RIGHT = r"""Mouse spends **0.894**<!--= w[1] --> of its budget (89.4 %<!--= w[1] -->) on Eats,
[.1 .894 .006]<!--= w -->.

| on Eats | on Mouse |
|---|---|
| 0.894<!--= w[1] --> | $0.1$<!--= w[0] --> |

$4 / \sqrt 2 = 2.828$<!--= 4 / 2**0.5 -->, $2 \times 2 = 4$<!--= 2 * 2 -->, `[0.1 0.9]` in code,
0.36<!--source: bahdanau -->.
Python `0.5`, [a link](there-0.5.ipynb).

```python
x = 0.25  # in a fence
```

## Sources

- [bahdanau] Bahdanau and others.
"""
FAULTS = {
    "a wrong decimal": ("0.895<!--= w[1] -->", "says 0.895, the kernel 0.8943"),
    "a wrong sign": ("−0.894<!--= w[1] -->", "says −0.894"),
    "a wrong integer": ("5<!--= 2 * 2 -->", "says 5, the kernel 4"),
    "an unproved decimal": ("it spends 0.894 on Eats", "0.894 has no proof"),
    "an unproved percentage": ("it spends 90 % on Eats", "90 % has no proof"),
    "an unproved decimal in a formula": (r"$\sqrt 2 = 1.41$", "1.41 has no proof"),
    "an unknown source": ("0.36<!--source: nobody -->", "source 'nobody' is not in the list"),
    "a name that isn't there": ("0.5<!--= nothing -->", "NameError"),
    "words for a value": ("0.5<!--= 'half' -->", "a proof gives numbers"),
    "a proof far from its number": ("0.894 of it<!--= w[1] -->", "no number stands right before"),
    "too few values": ("[.1 .894 .006]<!--= w[:2] -->", "2 value(s) for 3 number(s)"),
    "one value of a list wrong": ("[.1 .894 .007]<!--= w -->", "says .007"),
    "a percentage proved by a percentage": ("89.4 %<!--= 100 * w[1] -->", "stands the fraction"),
    "a value known only further down": ("0.5<!--= later -->", "NameError"),
}


def test_everything_right_passes(tmp_path):
    result = run(toys.write(tmp_path, SETUP, RIGHT))
    assert (result.error, result.unproved) == (None, [])
    assert result.n_proved == 7


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Run all the faults in one notebook, and give the complaints of each fault's cell."""
    cells = [text for text, _ in FAULTS.values()]
    end = ("## Sources\n\n- [bahdanau]", ("later = 0.5",))
    result = run(toys.write(tmp_path_factory.mktemp("faulty"), SETUP, *cells, *end))
    assert result.error is None
    return result.unproved


@pytest.mark.parametrize("fault", FAULTS)
def test_each_fault_is_named_with_its_notebook_and_cell(faulty, fault):
    where = (
        f"toy.ipynb, cell {list(FAULTS).index(fault) + 2}:" if fault != "an unknown source" else "toy.ipynb:"
    )
    assert [line for line in faulty if line.startswith(where) and FAULTS[fault][1] in line], faulty


def test_a_proof_sees_the_cells_above_it_and_not_those_below(tmp_path):
    path = toys.write(tmp_path, ("x = 1.5",), "1.5<!--= x -->", ("x = 2.5",), "2.5<!--= x -->")
    assert run(path).unproved == []


def test_proofs_take_no_cell_number_and_leave_no_output(tmp_path):
    path = toys.write(tmp_path, ("x = 1.5",), "1.5<!--= x -->", ("x",))
    cells = run(path).notebook.cells
    assert [cell.execution_count for cell in (cells[0], cells[2])] == [1, 2]


def test_a_failing_cell_is_named(tmp_path):
    assert (
        run(toys.write(tmp_path, ("1 / 0",))).error
        == "toy.ipynb, cell 1: ZeroDivisionError: division by zero"
    )


def test_numbers_in_code_spans_fences_and_addresses_are_ignored():
    assert read_claims("`0.5`\n\n```\n0.5\n```\n\n<https://a.org/0.5> [text](b-0.5.md) <!-- 0.5 -->") == (
        [],
        [],
    )


def test_the_word_in_a_comment_of_the_text_is_no_source():
    cells = toys.notebook("0.5<!--source: me -->\n\n## Sources\n\n0.5<!--source: me -->\n\n- [you]").cells
    assert source_keys_missing(cells, ["me", "you"]) == ["me"]
