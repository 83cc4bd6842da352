from __future__ import annotations


def test_runs_from_top_to_bottom(ran, lesson):
    assert ran(lesson).error is None


def test_every_number_in_the_text_is_proved(ran, lesson):
    assert not ran(lesson).unproved, "\n".join(ran(lesson).unproved)


def test_the_lesson_has_numbers_to_prove(ran, lesson):
    # A checker that finds nothing to check would pass as well.
    assert ran(lesson).n_proved >= 10
