"""Check the checks: ``make graders``. Every wrong answer must be rejected with its slip named, and no right one."""

from __future__ import annotations

import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass

from attnlib.exercises.catalogue import task
from attnlib.exercises.engine.judging import judge
from attnlib.exercises.engine.result import CheckResult
from attnlib.exercises.hunts import all_hunts
from attnlib.exercises.question import Question
from tests.wrong_answers import questions
from tests.wrong_answers.catalogue import answers, exercises, function_of
from tests.wrong_answers.hunts import mends


@dataclass(frozen=True)
class Verdict:
    """What a check said of one answer, and what it was to say: a slip, "" for no name, or None for "passed"."""

    answer: str
    needed: str | None
    result: CheckResult
    seconds: float

    @property
    def right(self) -> bool:
        if self.needed is None:
            return self.result.passed
        return not self.result.passed and (self.result.slip or "") == self.needed

    def __str__(self) -> str:
        said = "passed" if self.result.passed else self.result.slip
        needed = "passed" if self.needed is None else self.needed or "no name"
        return f"{self.answer}: needed {needed}, said {said}"


def verdicts() -> Iterator[Verdict]:
    """Check every answer of the catalogue."""
    for name in exercises():
        catalogue = answers(name)
        for wrong in catalogue.WRONG:
            yield _checked(name, f"{name}, {wrong.name}", function_of(wrong.code), wrong.slip)
        for right in catalogue.RIGHT:
            yield _checked(name, f"{name}, {right.name}", function_of(right.code), None)
    for mend in mends():
        yield _checked(mend.hunt, str(mend), mend.function, mend.slip)
    for reply in questions.WRONG:
        yield _checked(reply.question, f"{reply.question}, {reply.answer!r}", reply.answer, reply.slip)
    for name, answer in questions.RIGHT:
        yield _checked(name, f"{name}, {answer!r}", answer, None)


def _checked(name: str, label: str, answer: object, needed: str | None) -> Verdict:
    chosen = task(name)
    begun = time.process_time()
    result = chosen.judge(answer) if isinstance(chosen, Question) else judge(chosen, answer)
    repr(result), result._repr_html_()
    return Verdict(label, needed, result, time.process_time() - begun)


def main() -> int:
    done = list(verdicts())
    hunted = [v for v in done if v.result.name in all_hunts()]
    replies = [v for v in done if isinstance(task(v.result.name), Question)]
    functions = [v for v in done if v not in hunted and v not in replies]
    for what, group in (("exercises", functions), ("hunts", hunted), ("questions", replies)):
        wrong = [v for v in group if v.needed is not None]
        right = [v for v in group if v.needed is None]
        named, refused = sum(v.right for v in wrong), sum(not v.right for v in right)
        print(
            f"{what}: {named} of {len(wrong)} wrong answers rejected with the right slip named; "
            f"{refused} of {len(right)} right answers rejected"
        )
    bad = [v for v in done if not v.right]
    for verdict in bad:
        print(f"  {verdict}")
    ending = [v for v in done if v.needed != "too_slow"]
    slowest = max(ending, key=lambda v: v.seconds)
    print(f"slowest check: {slowest.seconds:.3f} s ({slowest.answer})")
    endless = max(done, key=lambda v: v.seconds)
    print(f"with a loop that never ends: {endless.seconds:.3f} s")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
