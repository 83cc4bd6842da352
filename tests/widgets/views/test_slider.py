from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from attnlib.widgets.views.slider import Slider
from tests.browser.axe import violations
from tests.widgets.host import Host, record, tell

Open = Callable[[Any], Host]


def test_value_is_clamped_to_the_range() -> None:
    slider = Slider("a", 0.5, -3.0, 3.0, 0.25)
    slider.value = 7
    assert slider.value == 3
    slider.min, slider.max = -9, 1
    assert slider.value == 1


def test_integers_stay_integers_and_others_do_not() -> None:
    whole = Slider("n", 2, 1, 8, 1)
    whole.value = 3.4
    assert (whole.value, type(whole.value)) == (3, int)
    assert type(Slider("x", 2, 1, 8, 0.5).value) is float


@pytest.mark.parametrize(
    ("make", "message"),
    [
        (
            lambda: Slider("a", 0, 3, 1, 1),
            r"min must not exceed max, got min=3 and max=1; are they swapped\?",
        ),
        (lambda: Slider("a", 0, 0, 1, 0), "step must be positive, got 0"),
        (lambda: Slider("a", float("nan"), 0, 1, 1), "value must be a finite number, got nan"),
        (lambda: Slider("a", 1, values=[4, 2]), "values must be at least one number, ascending"),
        (lambda: Slider("a", 1, 0, 8, scale="log2"), "log2 scale needs 0 < min"),
        (lambda: Slider("a", 1, 1, 8, scale="log10"), 'scale must be "linear" or "log2"'),
    ],
)
def test_a_wrong_range_is_named(make: Callable[[], Slider], message: str) -> None:
    with pytest.raises(ValueError, match=message):
        make()


def test_a_refused_bound_changes_nothing() -> None:
    slider = Slider("a", 2, 1, 5, 1)
    with pytest.raises(ValueError, match="min must not exceed max"):
        slider.min = 9
    assert (slider.min, slider.value) == (1, 2)


def test_log2_permits_powers_of_two_and_goes_to_the_nearest() -> None:
    slider = Slider("d_k", 64, 1, 1024, scale="log2")
    assert slider.values == (1, 2, 4, 8, 16, 32, 64, 128, 256, 512, 1024)
    slider.value = 100
    assert (slider.value, type(slider.value)) == (128, int)


@pytest.mark.parametrize(("step", "digits"), [(1, 0), (0.25, 2), (0.1, 1), (0.125, 3), (5, 0), (100, 0)])
def test_as_many_decimals_are_shown_as_the_step_has(step: float, digits: int) -> None:
    assert Slider("a", 0, -1000, 1000, step).digits == digits


def test_retarget_says_it_once_and_passes_no_value_between() -> None:
    slider = Slider("a", 5, 0, 10, 1)
    said, heard = record(slider), []
    slider.observe(lambda change: heard.append(change["new"]), "value")
    slider.retarget("b", -0.5, -1.0, 1.0, 0.25)
    assert heard == [-0.5]
    assert [message["method"] for message in said] == ["update"]
    assert repr(slider) == "Slider('b', -0.5, min=-1, max=1, step=0.25)"
    assert slider.digits == 2


def test_retarget_leaves_a_list_of_values_behind() -> None:
    slider = Slider("d_k", 64, 1, 1024, scale="log2")
    slider.retarget("W_Q[f1, f1]", 3.0, -4.0, 4.0, 0.5)
    assert slider.value == 3


def test_message_sets_the_value_and_is_acknowledged_after_the_observers() -> None:
    slider = Slider("a", 0, 0, 10, 1)
    said = record(slider)
    slider.observe(lambda _: said.append({"method": "observed"}), "value")
    tell(slider, {"type": "value", "value": 4}, seq=7)
    assert slider.value == 4
    assert [message["method"] for message in said][-2:] == ["observed", "custom"]
    assert said[-1]["content"] == {"type": "ack", "page": "p", "seq": 7}


def test_error_of_an_observer_is_raised_and_still_acknowledged() -> None:
    slider = Slider("a", 0, 0, 10, 1)
    said = record(slider)
    slider.observe(lambda _: 1 / 0, "value")
    with pytest.raises(ZeroDivisionError):
        tell(slider, {"type": "value", "value": 4})
    assert said[-1]["content"]["type"] == "ack"


def test_error_goes_to_on_error_where_someone_listens() -> None:
    slider = Slider("a", 0, 0, 10, 1)
    errors: list[Exception] = []
    slider.on_error.append(errors.append)
    slider.observe(lambda _: 1 / 0, "value")
    tell(slider, {"type": "value", "value": 4})
    assert [type(error) for error in errors] == [ZeroDivisionError]


@pytest.mark.parametrize(
    "content", [{"type": "value", "value": "4"}, {"type": "value"}, {"type": "open"}, {}]
)
def test_a_message_that_is_not_understood_is_an_error(content: dict[str, Any]) -> None:
    slider = Slider("a", 0, 0, 10, 1)
    with pytest.raises(ValueError, match="doesn't understand"):
        tell(slider, content)
    assert slider.value == 0


def drag(host: Host, *values: float) -> None:
    host.page.evaluate(
        """(values) => {
            const range = document.querySelector(".attn-slider-range");
            for (const value of values) {
                range.value = value;
                range.dispatchEvent(new Event("input", { bubbles: true }));
            }
        }""",
        list(values),
    )


def test_at_most_two_messages_are_under_way_and_the_last_value_arrives(opened: Open) -> None:
    host = opened(Slider("a", 0, 0, 100, 1))
    drag(host, *range(1, 31))
    assert [message["value"] for message in host.sent] == [1, 2]
    host.carry()
    assert [message["value"] for message in host.sent] == [1, 2, 30]
    assert host.widget.value == 30


def test_an_old_echo_does_not_fight_the_thumb(opened: Open) -> None:
    host = opened(Slider("a", 0, 0, 100, 1))
    drag(host, 10, 20, 30)
    host.carry(count=1)  # the kernel's 10 comes back while the thumb stands at 30
    assert host(".attn-slider-range").input_value() == "30"
    host.carry()
    assert host(".attn-slider-range").input_value() == "30"


def test_what_the_kernel_made_of_the_value_is_shown_when_all_is_answered(opened: Open) -> None:
    slider = Slider("a", 0, 0, 100, 1)
    slider.observe(lambda change: setattr(slider, "value", change["new"] // 10 * 10), "value")
    host = opened(slider)
    drag(host, 44)
    host.carry()
    assert host(".attn-slider-range").input_value() == "40"
    assert host(".attn-slider-box").input_value() == "40"


def test_arrow_keys_step_and_are_spoken_well(opened: Open) -> None:
    host = opened(Slider("rotate", 45, -180, 180, 15, unit="°"))
    host(".attn-slider-range").focus()
    host.page.keyboard.press("ArrowRight")
    host.carry()
    assert host.widget.value == 60
    assert host(".attn-slider-range").get_attribute("aria-valuetext") == "60°"


def test_steps_that_binary_fractions_miss_are_spoken_with_their_decimals(opened: Open) -> None:
    host = opened(Slider("a", -4.0, -4.0, 4.0, 0.05))
    host(".attn-slider-range").focus()
    host.page.keyboard.press("ArrowRight")
    assert host(".attn-slider-range").get_attribute("aria-valuetext") == "-3.95"


def test_a_typed_number_is_taken_on_enter(opened: Open) -> None:
    host = opened(Slider("a", 0.0, -3.0, 3.0, 0.25))
    host(".attn-slider-box").fill("1.3")
    assert host.sent == []
    host.page.keyboard.press("Enter")
    host.carry()
    assert (host.widget.value, host.sent) == (1.3, [{"type": "value", "value": 1.3}])


@pytest.mark.parametrize("typed", ["99", "-4", "e", ""])
def test_wrong_text_stays_and_the_range_is_named(opened: Open, typed: str) -> None:
    host = opened(Slider("a", 0.0, -3.0, 3.0, 0.25))
    box = host(".attn-slider-box")
    box.focus()
    host.page.keyboard.press("Control+a")
    host.page.keyboard.type(typed) if typed else host.page.keyboard.press("Delete")
    host.page.keyboard.press("Enter")
    host.widget.label = "another"  # an update doesn't wipe out what was typed
    host.carry()
    assert box.get_attribute("aria-invalid") == "true"
    assert host("[role=alert]").inner_text() == "needs −3 to 3"
    assert host.sent == []
    assert box.input_value() == ("" if typed in ("e", "") else typed)
    host.page.keyboard.press("Escape")
    assert box.get_attribute("aria-invalid") is None
    assert box.input_value() == "0.00"


def test_a_half_number_is_refused_where_integers_are_meant(opened: Open) -> None:
    host = opened(Slider("n", 2, 1, 8, 1))
    host(".attn-slider-box").fill("2.5")
    host.page.keyboard.press("Enter")
    assert host("[role=alert]").inner_text() == "needs a whole number, 1 to 8"


def test_complaining_moves_nothing(opened: Open) -> None:
    host = opened(Slider("a", 0.0, -3.0, 3.0, 0.25))
    parts = ".attn-slider, .attn-slider-label, .attn-slider-range, .attn-slider-box"
    before = [part.bounding_box() for part in host(parts).all()]
    host(".attn-slider-box").fill("99")
    host.page.keyboard.press("Enter")
    assert host("[role=alert]").is_visible()
    assert [part.bounding_box() for part in host(parts).all()] == before


def test_listed_values_are_walked_by_both_inputs(opened: Open) -> None:
    host = opened(Slider("d_k", 64, 1, 1024, scale="log2"))
    host(".attn-slider-range").focus()
    host.page.keyboard.press("ArrowRight")
    host(".attn-slider-box").focus()
    host.page.keyboard.press("ArrowUp")
    host.carry()
    assert host.widget.value == 256
    host(".attn-slider-box").fill("100")
    host.page.keyboard.press("Enter")
    assert host("[role=alert]").inner_text() == "needs one of 1, 2, 4, … 1024"


def test_both_inputs_have_names_and_keep_their_keys(opened: Open) -> None:
    host = opened(Slider("W_Q[f2, f1]", 0.0))
    assert host.page.get_by_role("group", name="W_Q[f2, f1]").count() == 1
    assert host.page.get_by_role("slider", name="W_Q[f2, f1]").count() == 1
    assert host.page.get_by_role("spinbutton", name="W_Q[f2, f1], as a number").count() == 1
    assert host("input[data-lm-suppress-shortcuts]").count() == 2


def test_two_views_of_one_slider_stay_in_step(opened: Open) -> None:
    host = opened(Slider("a", 0, 0, 100, 1))
    host.page.evaluate("host.show()")
    drag(host, 10, 20, 30, 40)
    assert host(".attn-slider-range").evaluate_all("all => all.map(e => e.value)") == ["40", "40"]
    host.carry()
    assert [message["value"] for message in host.sent] == [10, 20, 40]


def test_the_kernel_moves_and_disables_the_slider(opened: Open) -> None:
    host = opened(Slider("a", 0, 0, 100, 1))
    host.widget.value, host.widget.disabled = 55, True
    host.carry()
    assert host(".attn-slider-range").input_value() == "55"
    assert host("input:disabled").count() == 2


def test_a_label_is_text_and_never_markup(opened: Open) -> None:
    host = opened(Slider("<img src=x onerror=window.hurt=1>", 0.0))
    assert host("img").count() == 0
    assert host.page.evaluate("window.hurt") is None


def test_it_is_accessible(opened: Open) -> None:
    host = opened(Slider("rotate", 45, -180, 180, 15, unit="°"))
    assert violations(host.page, ".attn-slider") == []
