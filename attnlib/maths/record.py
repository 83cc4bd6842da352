"""What an explanation reads of a trace: so that neither module has to import the other's types."""

from __future__ import annotations

from typing import Protocol

from attnlib.maths.check import Array


class Record(Protocol):
    """One attention's steps, as `attnlib.maths.trace.AttentionTrace` records them."""

    @property
    def Q(self) -> Array: ...  # noqa: D102

    @property
    def K(self) -> Array: ...  # noqa: D102

    @property
    def V(self) -> Array: ...  # noqa: D102

    @property
    def X(self) -> Array | None: ...  # noqa: D102

    @property
    def memory(self) -> Array | None: ...  # noqa: D102

    @property
    def scores(self) -> Array: ...  # noqa: D102

    @property
    def scaled(self) -> Array: ...  # noqa: D102

    @property
    def masked(self) -> Array: ...  # noqa: D102

    @property
    def weights(self) -> Array: ...  # noqa: D102

    @property
    def output(self) -> Array: ...  # noqa: D102

    @property
    def scale(self) -> float: ...  # noqa: D102

    @property
    def mask(self) -> Array | None: ...  # noqa: D102

    @property
    def allowed(self) -> Array: ...  # noqa: D102

    @property
    def tokens(self) -> tuple[str, ...]: ...  # noqa: D102

    @property
    def key_tokens(self) -> tuple[str, ...]: ...  # noqa: D102
    def stage(self, name: str) -> Array: ...  # noqa: D102
