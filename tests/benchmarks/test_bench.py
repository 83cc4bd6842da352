"""``make bench``: the promises about live matrices, measured in one run; the judge itself is tested always."""

from __future__ import annotations

import pytest

from tests.benchmarks.bench import INTERACT, OURS, ROWS, judge, main, table

OLD = {
    **dict.fromkeys(ROWS, 1.0), "kernel_ms": 238.0, "key_to_picture_ms": 261.0, "pictures_per_second": 3.0,
}  # fmt: skip
NEW = {
    **dict.fromkeys(ROWS, 1.0), "kernel_ms": 1.6, "key_to_picture_ms": 31.0, "pictures_per_second": 46.0,
    "last_picture_ms": 64.0, "memory_mb": 26.0,
}  # fmt: skip


def judged(import_ratio=1.1, **changed):
    return judge({INTERACT: OLD, OURS: {**NEW, **changed}}, import_ratio)


def test_good_figures_miss_nothing():
    assert judged() == ([], [])


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"key_to_picture_ms": 44.0}, "6 ×"),
        ({"pictures_per_second": 29.0}, "10 ×"),
        ({"import_ratio": 1.31}, "1.3 ×"),
    ],
)
def test_a_missed_ratio_is_named(changed, named):
    (missed,), absolute = judged(**changed)
    assert named in missed
    assert absolute == []


@pytest.mark.parametrize(
    ("changed", "named"),
    [
        ({"kernel_cpu_ms": 2.1}, "2 ms"),
        ({"last_picture_ms": 151.0}, "150 ms"),
        ({"memory_mb": 51.0}, "50 MB"),
    ],
)
def test_a_missed_absolute_figure_is_named_apart(changed, named):
    missed, (absolute,) = judged(**changed)
    assert missed == []
    assert named in absolute


def test_the_table_holds_every_figure():
    written = table({INTERACT: OLD, OURS: NEW})
    assert all(title in written for title in ROWS.values())
    assert "8.4 ×" in written


@pytest.mark.bench
def test_live_matrices_keep_their_promises(capsys):
    with capsys.disabled():
        print()
        assert main([]) == 0
