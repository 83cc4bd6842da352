"""Instructions are followed and claims computed: each kind of slip in a lesson's text is planted once, and named."""

from __future__ import annotations

import pytest

from attnlib import examples, widgets
from tests.notebooks import toys
from tests.notebooks.hands import CannotBeDone, Hands
from tests.notebooks.instructions import not_computed, not_followed
from tests.notebooks.running import run

SETUP = (
    "from attnlib import examples, widgets\n"
    "mouse = examples.mouse_eats_cheese()\n"
    "widgets.ProjectionExplorer(mouse)",
)
FOLLOWED = """**Move.** Press *identity*.<!--do: press("identity") -->

**Explain.** Mouse now asks with [2, 0]<!--= it.trace.Q[0] -->, and every key is as before<!--so: (it.trace.K ==
mouse.K).all() -->."""
FAULTS = {
    "a button that isn't there": (
        '<!--do: press("inverse") -->',
        "no button 'inverse' is on the page; there are",
    ),
    "an option that isn't offered": ('<!--do: choose("mask", "banded") -->', "mask offers none, causal"),
    "a number beyond the slider": ('<!--do: slide("turn W_Q", 400) -->', "can't be at 400"),
    "a token that isn't there": (
        '<!--do: select("Q", "mouse", "f1") -->',
        "has the rows Mouse, Eats, Cheese",
    ),
    "typing into what is computed": ('<!--do: type("Q", "Mouse", "f1", 2) -->', "can't be typed into"),
    "what the explorer refuses": ('<!--do: type("X", "Mouse", "f1", "two") -->', "is not a number"),
    "a switch that is none": ('<!--do: toggle("weights", "Mouse", "Eats") -->', "are no switches"),
    "a word that hands don't know": (
        "<!--do: it.preset('W_Q', 'identity') -->",
        "none of the reader's words",
    ),
    "a claim that isn't so": ("All zeros.<!--so: not it.trace.Q.any() -->", "this is not so"),
    "a claim that is no claim": ("All zeros.<!--so: it.trace.Q -->", "a claim is true or false"),
    "a number of another state": (
        '<!--do: press("zero") --> Mouse asks with [0, 2]<!--= it.trace.Q[0] -->.',
        "the text says 2, the kernel 0",
    ),
}


def test_what_can_be_followed_passes(tmp_path):
    result = run(toys.write(tmp_path, SETUP, FOLLOWED))
    assert (result.error, result.unproved) == (None, [])
    assert (result.n_followed, result.n_claims, result.n_proved) == (1, 1, 1)


@pytest.fixture(scope="module")
def faulty(tmp_path_factory):
    """Run all the faults in one notebook, each after its own explorer, and give the complaints of each fault's cell."""
    cells = [part for text, _ in FAULTS.values() for part in (("widgets.ProjectionExplorer(mouse)",), text)]
    result = run(toys.write(tmp_path_factory.mktemp("faulty"), SETUP, *cells))
    assert result.error is None
    return {
        fault: [problem for problem in result.unproved if f", cell {2 * place + 3}:" in problem]
        for place, fault in enumerate(FAULTS)
    }


@pytest.mark.parametrize("fault", FAULTS)
def test_a_planted_slip_is_named(faulty, fault):
    assert any(FAULTS[fault][1] in problem for problem in faulty[fault]), faulty[fault]


def test_an_explorer_shown_further_up_is_gone_back_to():
    hands, mouse = Hands(), examples.mouse_eats_cheese()
    first, second = widgets.ProjectionExplorer(mouse), widgets.MaskExplorer("Mouse eats cheese")
    for explorer in (first, second):
        hands.shown(explorer)
    hands.do("tick('causal', False)")
    hands.do("at(live); choose('mask', 'causal')", {"live": first})
    assert hands.it is first
    assert first.trace.mask is not None
    assert second.trace.mask is None
    with pytest.raises(CannotBeDone, match="was not shown"):
        hands.at(widgets.MaskExplorer())


def test_a_control_taken_off_the_page_or_at_rest_cannot_be_used():
    hands, explorer = Hands(), widgets.MaskExplorer("Mouse eats cheese")
    hands.shown(explorer)
    with pytest.raises(CannotBeDone, match="at rest"):
        hands.slide("tokens back", 1)
    hands.do("tick('window'); slide('tokens back', 1)")
    explorer.board.window.layout.display = "none"
    with pytest.raises(CannotBeDone, match="no slider"):
        hands.slide("tokens back", 2)


@pytest.mark.parametrize(
    "text",
    ["**Move.** Press *Reset*.", "**Break it.** Type 3 into X.", "Before.\n\n**Move.** Press it, and again."],
)
def test_an_instruction_that_nothing_replays_is_found(text):
    assert len(not_followed(text)) == 1


@pytest.mark.parametrize(
    "text",
    [
        "**Move.** Press.<!--do: press('Reset') -->",
        "**Move.** Draw it.<!--not replayed: on paper -->",
        "Press it.",
    ],
)
def test_an_instruction_that_is_replayed_or_excused_is_not(text):
    assert not_followed(text) == []


def test_a_sentence_that_says_all_needs_a_claim_or_a_number():
    said = "**Explain.** Every row moves. Only Eats stays<!--so: True -->. All are 2<!--= 2 -->. It moves."
    assert not_computed(said) == ["Every row moves."]
    assert len(not_computed("**Explain.** Press it, and every row moves<!--do: press('Reset') -->.")) == 1


def test_an_instruction_above_its_explorer_waits_for_it(tmp_path):
    asked = "**Move.** Press *zero*.<!--do: press('zero') -->"
    seen = "**Explain.** No query is left<!--so: not it.trace.Q.any() -->."
    again = ("live = widgets.ProjectionExplorer(mouse)\nlive",)
    result = run(toys.write(tmp_path, SETUP, "Some text.", asked, again, seen))
    assert (result.error, result.unproved, result.n_followed) == (None, [], 1)


def test_a_number_beyond_its_box_and_a_token_that_no_line_begins_at_are_refused():
    hands, explorer = Hands(), widgets.ProjectionExplorer(examples.mouse_eats_cheese(), view="lines")
    hands.shown(explorer)
    hands.do("write('seed', '7'); look('Eats')")
    with pytest.raises(CannotBeDone, match="from 0 to 9999"):
        hands.write("seed", "10000")
    with pytest.raises(CannotBeDone, match="not at 'mouse'"):
        hands.look("mouse")
    with pytest.raises(CannotBeDone, match="no other explorer"):
        hands.back()
