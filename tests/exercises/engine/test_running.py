"""Whatever a reader's function does, a check comes back in time, with what happened, and leaves nothing changed."""

from __future__ import annotations

import contextlib
import sys
import threading
import time
import warnings

import numpy as np
import pytest

from attnlib.exercises.engine.capturing import LONGEST_PRINT, _Router
from attnlib.exercises.engine.running import DEADLINE, run_all
from attnlib.exercises.exercise import Case

ONE = (Case("one", (np.array([[1.0, 2.0]]),)),)
TRACED = sys.gettrace() is not None and sys.version_info < (3, 12)


def run(function, cases=ONE, **options):
    return run_all(function, cases, **options)


def loop_forever(x):
    while True:
        pass


def sleep_in_c(x):
    time.sleep(1.5)


def swallow_everything(x):
    end = time.monotonic() + 1.5
    while time.monotonic() < end:
        with contextlib.suppress(BaseException):
            time.sleep(0.001)
    return x


def test_a_value_comes_back_as_arrays():
    (done,) = run(lambda x: x * 2)
    assert done.slip is None
    assert done.arrays[0].tolist() == [[2.0, 4.0]]


def test_every_case_is_run_with_its_own_arguments():
    cases = (Case("a", (1,)), Case("b", (2,), {"more": 3}))
    assert [int(done.arrays[0]) for done in run(lambda n, more=0: n + more, cases)] == [1, 5]


def test_a_loop_that_never_ends_is_stopped():
    before = threading.active_count()
    (done,) = run(loop_forever, seconds=0.1)
    assert done.slip == "too_slow"
    assert "loop" in done.says
    assert "restart" not in done.says
    assert threading.active_count() == before


@pytest.mark.parametrize("function", [sleep_in_c, swallow_everything])
def test_what_cannot_be_stopped_is_left_and_said(function):
    begun = time.monotonic()
    (done,) = run(function, seconds=0.1)
    assert done.slip == "too_slow"
    if TRACED:  # Python 3.11 under coverage: no call begins while another thread's exception is still to come
        return
    assert time.monotonic() - begun < 10  # far more than the deadline allows
    assert "restart the kernel" in done.says


def test_one_deadline_holds_for_all_cases_together():
    cases = tuple(Case(str(number), (number,)) for number in range(50))
    begun = time.monotonic()
    done = run(lambda number: time.sleep(0.03) or number, cases, seconds=0.2)
    assert time.monotonic() - begun < 10  # far more than the deadline allows
    assert 1 < len(done) < 50
    assert [entry.slip for entry in done[:-1]] == [None] * (len(done) - 1)
    assert done[-1].slip == "too_slow"


def test_the_deadline_leaves_room_within_a_second():
    assert DEADLINE <= 0.8


@pytest.mark.parametrize("error", [ValueError, SystemExit, KeyboardInterrupt, RecursionError, MemoryError])
def test_whatever_is_raised_is_said(error):
    def function(x):
        raise error("no")

    (done,) = run(function)
    assert done.slip == "raises"
    assert done.says.startswith(f"It raises {error.__name__}")


def test_endless_recursion_is_said():
    def function(x):
        return function(x)

    (done,) = run(function)
    assert done.slip == "raises"
    assert "RecursionError" in done.says


def test_a_stub_is_told_from_a_mistake():
    def function(x):
        raise NotImplementedError

    assert run(function)[0].slip == "not_written"
    assert run(lambda x: ...)[0].slip == "not_written"


def test_nothing_returned():
    (done,) = run(lambda x: None)
    assert done.slip == "returns_none"
    assert "return" in done.says


def test_printing_instead_of_returning():
    (done,) = run(print)
    assert done.slip == "returns_none"
    assert "prints" in done.says
    assert done.printed == "[[1. 2.]]\n"


def test_what_is_printed_is_caught_and_kept_short(capsys):
    def function(x):
        for _ in range(1000):
            print("a line")
            print("another", file=sys.stderr)
        return x

    (done,) = run(function)
    assert done.arrays
    assert len(done.printed) == LONGEST_PRINT
    assert capsys.readouterr() == ("", "")


def test_each_case_keeps_what_it_printed_itself():
    def function(n):
        print(n)
        return n

    assert [done.printed for done in run(function, (Case("", (1,)), Case("", (2,))))] == ["1\n", "2\n"]


@pytest.mark.parametrize("function", [loop_forever, sleep_in_c, lambda x: 1 / 0, lambda x: x])
def test_the_streams_and_the_filters_are_put_back(function):
    before = sys.stdout, sys.stderr, list(warnings.filters)
    run(function, seconds=0.05)
    assert (sys.stdout, sys.stderr, list(warnings.filters)) == before


def test_numpy_is_silent_in_there_and_as_before_outside():
    assert run(lambda x: np.exp(x * 1e4) / 0)[0].slip is None  # a warning would be an error here
    assert np.geterr()["over"] == "warn"


def test_the_caller_stopping_the_kernel_stops_the_function_too(monkeypatch):
    before = threading.active_count()
    join = threading.Thread.join
    calls = []

    def interrupted(thread, timeout=None):
        calls.append(timeout)
        if len(calls) == 1:
            raise KeyboardInterrupt
        join(thread, timeout)

    monkeypatch.setattr(threading.Thread, "join", interrupted)
    with pytest.raises(KeyboardInterrupt):
        run(loop_forever)
    assert threading.active_count() == before


def in_place(x):
    x += 1
    return x


def in_list(x):
    x.append(1)
    return 0


def in_named(x, more):
    more["y"][0] = 5
    return x


def test_changed_inputs_are_noticed_and_the_originals_stay():
    cases = (Case("", (np.array([1.0]),)),)
    (done,) = run(in_place, cases)
    assert done.modified
    assert cases[0].arguments[0].tolist() == [1.0]
    assert run(in_list, (Case("", ([1],)),))[0].modified
    assert run(in_named, (Case("", (1,), {"more": {"y": [1]}}),))[0].modified
    assert not run(lambda x: x, (Case("", (np.array([np.nan, np.inf]),)),))[0].modified


def test_parameters_that_do_not_fit_are_said():
    (done,) = run(lambda Q, K, V: 1)
    assert done.slip == "wrong_parameters"
    assert "(Q, K, V)" in done.says


def test_what_does_not_tell_its_parameters_is_called_anyway():
    assert run(np.dtype)[0].slip == "raises"
    assert run(np.exp)[0].slip is None
    assert run(max, (Case("", (3, 4)),))[0].slip is None


def test_a_type_error_inside_is_no_matter_of_parameters():
    def function(x):
        return len(3)

    assert run(function)[0].slip == "raises"


@pytest.mark.parametrize(
    ("value", "slip"),
    [
        ("text", "not_numbers"),
        ([[1], [1, 2]], "not_numbers"),
        (np.broadcast_to(1.0, (10**6, 10**6)), "too_large"),
    ],
)
def test_what_is_no_array_of_numbers_is_said(value, slip):
    assert run(lambda x: value)[0].slip == slip


def at_once(*works):
    threads = [threading.Thread(target=work) for work in works]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()


def test_two_checks_at_once_give_the_streams_and_warnings_back():
    before = sys.stdout, sys.stderr, warnings.filters[:]
    began, first_ended = threading.Event(), threading.Event()

    def first(x):  # begins first, ends first
        began.set()
        return x

    def second(x):
        first_ended.wait(0.5)
        return x

    def check_first():
        began.wait(0.5)
        run(first)
        first_ended.set()

    def check_second():
        run(lambda x: (began.set(), second(x))[1])

    at_once(check_second, check_first)
    assert (sys.stdout, sys.stderr, warnings.filters[:]) == before
    ended = threading.Event()

    def lasting(x):
        ended.wait(0.5)
        return x

    def ends_inside(x):
        return x

    at_once(lambda: (run(ends_inside), ended.set()), lambda: run(lasting))
    at_once(*[lambda: run(lambda x: x)] * 8)
    assert (sys.stdout, sys.stderr, warnings.filters[:]) == before


def test_each_of_two_checks_at_once_keeps_what_it_prints(capsys):
    meet = threading.Barrier(3, timeout=0.5)
    done = {}

    def says(word):
        def function(x):
            meet.wait()
            print(word)
            return x

        done[word] = run(function)[0].printed

    def bystander():
        meet.wait()
        print("neither")

    at_once(lambda: says("one"), lambda: says("two"), bystander)
    assert done == {"one": "one\n", "two": "two\n"}
    assert capsys.readouterr().out == "neither\n"


class Unsigned:
    """A callable whose signature can't be had."""

    def __init__(self, error):
        self.error = error

    @property
    def __signature__(self):
        raise self.error

    def __call__(self, x):
        return x * 2


@pytest.mark.parametrize("error", [RuntimeError("no"), KeyError("no"), AttributeError("no"), TypeError("no")])
def test_a_callable_whose_signature_raises_is_judged_by_its_results(error):
    assert run(Unsigned(error))[0].arrays[0].tolist() == [[2.0, 4.0]]


def test_a_signature_that_ends_the_program_is_said_as_an_error():
    (done,) = run(Unsigned(SystemExit("stop")))
    assert done.slip == "raises"
    assert "stop" in done.says


def test_streams_that_a_check_put_aside_serve_everybody_else_as_before(capsys):
    router = _Router(sys.stdout)
    router.writelines(["one\n", "two\n"])
    router.flush()
    assert router.encoding == sys.stdout.encoding
    assert capsys.readouterr().out == "one\ntwo\n"


def test_an_answer_may_flush_what_it_prints():
    def answer(x):
        print("seen", flush=True)
        return x

    (run,) = run_all(answer, [Case("one number", (np.ones(1),))])
    assert run.slip is None
    assert run.printed == "seen\n"
