from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from attnlib.widgets.views.stepper import Stepper
from tests.browser.axe import violations
from tests.widgets.host import Host, record, tell

Open = Callable[[Any], Host]
STEPS = ["score", "scale", "mask", "normalise", "mix"]


def test_next_and_previous_stop_at_the_ends() -> None:
    stepper, heard = Stepper(STEPS), []
    stepper.observe(lambda change: heard.append(change["new"]), "value")
    stepper.previous()
    for _ in range(6):
        stepper.next()
    stepper.previous()
    assert heard == [1, 2, 3, 4, 3]
    assert repr(stepper) == "Stepper('step 4 of 5: normalise')"


@pytest.mark.parametrize("steps", [[], "score", ["score", 2]])
def test_steps_are_names(steps: Any) -> None:
    with pytest.raises(ValueError, match="steps must be at least one name"):
        Stepper(steps)


@pytest.mark.parametrize("value", [5, -1])
def test_there_is_no_step_outside(value: int) -> None:
    stepper = Stepper(STEPS)
    with pytest.raises(ValueError, match="value must be from 0 to 4"):
        stepper.value = value
    with pytest.raises(ValueError, match="value must be from 0 to 4"):
        tell(stepper, {"type": "value", "value": value})
    assert stepper.value == 0


def test_fewer_steps_keep_the_place_inside() -> None:
    stepper = Stepper(STEPS, 4)
    stepper.steps = ["score", "normalise", "mix"]
    assert stepper.value == 2


def test_message_sets_the_step_and_is_acknowledged() -> None:
    stepper = Stepper(STEPS)
    said = record(stepper)
    tell(stepper, {"type": "value", "value": 3}, seq=4)
    assert stepper.value == 3
    assert said[-1]["content"] == {"type": "ack", "page": "p", "seq": 4}


# On the page


def test_buttons_step_and_the_place_is_said(opened: Open) -> None:
    host = opened(Stepper(STEPS))
    where = host.page.get_by_role("status")
    assert where.inner_text() == "step 1 of 5: score"
    host.page.get_by_role("button", name="Next").press("Enter")
    host.page.get_by_role("button", name="Next").press("Space")
    host.page.get_by_role("button", name="Previous").click()
    host.carry()
    assert where.inner_text() == "step 2 of 5: scale"
    assert where.get_attribute("aria-live") == "polite"
    assert host.widget.value == 1


def test_a_button_at_the_end_does_nothing_and_keeps_the_focus(opened: Open) -> None:
    host = opened(Stepper(STEPS, 4))
    button = host.page.get_by_role("button", name="Next")
    button.focus()
    host.page.keyboard.press("Enter")
    assert button.get_attribute("aria-disabled") == "true"
    assert button.evaluate("e => e === document.activeElement")
    assert host.sent == []


def test_play_goes_to_the_end_waits_for_slow_steps_and_stops(opened: Open) -> None:
    host = opened(Stepper(STEPS, interval=100))
    play = host.page.get_by_role("button", name="Play")
    play.click()
    assert host.page.get_by_role("button", name="Pause").count() == 1
    host.page.wait_for_timeout(350)
    assert [message["value"] for message in host.sent] == [1]  # the kernel hasn't answered yet
    while host.widget.value < 4:
        host.carry()
        host.page.wait_for_timeout(20)
    assert [message["value"] for message in host.sent] == [1, 2, 3, 4]
    host.page.wait_for_timeout(150)
    assert play.count() == 1  # it says Play again
    play.click()
    assert host.page.get_by_role("status").inner_text() == "step 1 of 5: score"
    host.page.get_by_role("button", name="Pause").click()
    assert play.count() == 1


def test_a_step_by_hand_ends_the_play(opened: Open) -> None:
    host = opened(Stepper(STEPS, interval=5000))
    host.page.get_by_role("button", name="Play").click()
    host.page.get_by_role("button", name="Previous").click()
    assert host.page.get_by_role("button", name="Play").count() == 1


def test_the_kernel_moves_the_step(opened: Open) -> None:
    host = opened(Stepper(STEPS))
    host.widget.value = 4
    host.carry()
    assert host.page.get_by_role("status").inner_text() == "step 5 of 5: mix"


def test_it_is_accessible(opened: Open) -> None:
    host = opened(Stepper(STEPS, label="the five steps"))
    assert host.page.get_by_role("group", name="the five steps").count() == 1
    assert violations(host.page, ".attn-stepper") == []
