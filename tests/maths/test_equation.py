"""Every equation that is printed holds in the figures that are printed, or says ≈."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from attnlib import MultiHeadAttention, trace_attention
from attnlib.meaning.heads.words import average_in_words, output_in_words, share_in_words
from attnlib.meaning.scaling.words import explain_jacobian
from tests.equations import exact, false_links, found_in
from tests.maths.test_explain import cells, traces
from tests.sums import sides


def arithmetic(text: str) -> str:
    """Take the note from an explanation."""
    _, note = sides(text)
    return text[: note.start()] if note else text


@settings(max_examples=150)
@given(traces(), st.sampled_from((1.0, 1e-4, 1e-9, 37.7, 1e5)))
def test_every_explanation_holds_as_printed(trace, size):
    scaled = trace_attention(
        trace.Q, trace.K, trace.V * trace.V.dtype.type(size), mask=trace.mask, scale=trace.scale
    )
    for of in (trace, scaled):
        for explanation, *_ in cells(of):
            assert not false_links(arithmetic(explanation.text)), explanation.text


def test_an_equation_that_fails_in_its_own_figures_is_found():
    assert false_links("0.053×0 + 0.894×2 + 0.053×0 = 1.789")
    assert not false_links("0.0529×0 + 0.8943×2 + 0.0529×0 = 1.789")
    assert not false_links("e^2.8284 / (e^0 + e^2.8284 + e^0) = 16.92 / 18.92 = 0.894")
    assert false_links("e^2.8284 / (e^0 + e^2.8284 + e^0) = 16.93 / 18.92 = 0.894")
    assert false_links("0.5 + 0.5 ≈ 2")
    assert exact("2√4 − (−1)") == 5


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"so $0.0529 \times 2 + 0.8943 \times 1 = 1.0001$.", "0.0529 × 2 + 0.8943 × 1 = 1.0001"),
        ("it is 4 / √2 = 2.828, or", "4 / √2 = 2.828"),
        (r"$\frac{4}{\sqrt{2}} \approx 2.83$", "(4) / (√2) ≈ 2.83"),
        ("x = 3 and d_k = 2", None),
    ],
)
def test_equations_are_found_in_prose(text, found):
    assert next(found_in(text), None) == found


def test_what_leaves_the_range_of_its_numbers_is_no_equation():
    one = np.float16([[1]])
    trace = trace_attention(one * -45.25, one, one, scale=1, mask=np.float16([[-65504]]))
    said = trace.explain("masked", 0, 0).text
    assert said == "masked[1, 1] = −∞: −45.250 + (−65504) is beyond what float16 holds"


ROOT = Path(__file__).parents[2]


def texts() -> Iterator[tuple[str, str]]:
    """Yield all prose, code, stored outputs and documents that a reader may read, each with where it stands."""
    for lesson in sorted((ROOT / "notebooks").glob("*.ipynb")):
        for place, cell in enumerate(json.loads(lesson.read_text("utf-8"))["cells"]):
            yield f"{lesson.name}, cell {place}", "".join(cell["source"])
            for output in cell.get("outputs", ()):
                yield f"{lesson.name}, output of cell {place}", "".join(output.get("text", ()))
                for kind, said in output.get("data", {}).items():
                    if kind.startswith("text/"):
                        yield f"{lesson.name}, output of cell {place}", "".join(said)
    for page in (*ROOT.glob("*.md"), *(ROOT / "docs").glob("*.md")):
        yield page.name, page.read_text("utf-8")


def test_every_equation_in_lessons_outputs_and_documents_holds_as_printed():
    found = [(where, equation) for where, text in texts() for equation in found_in(text)]
    assert len(found) >= 15, "too few equations were found to believe that they are looked for"
    wrong = [(where, links) for where, equation in found if (links := false_links(equation))]
    assert not wrong


@pytest.mark.parametrize("seed", range(8))
def test_what_is_said_of_several_heads_and_of_a_jacobian_holds(seed):
    trace = MultiHeadAttention.random(6, 3, rng=seed)(np.random.default_rng(seed).normal(size=(3, 6)))
    said = [average_in_words(trace, i, j) for i, j in np.ndindex(3, 3)]
    for silenced in ((), (0,), (1, 2)):
        said += [output_in_words(trace, i, j, silenced) for i, j in np.ndindex(3, 6)]
        said += [share_in_words(trace, i, head, silenced) for i, head in np.ndindex(3, 3)]
    weights = trace.heads[0].weights[0]
    said += [explain_jacobian(weights, "abc", i, j) for i, j in np.ndindex(3, 3)]
    for text in said:
        assert not false_links(re.sub(r"(: | of all).*", "", text)), text
