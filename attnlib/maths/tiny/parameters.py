"""The numbers a tiny transformer learns: how they are named, drawn at the start, and checked."""

from __future__ import annotations

import re
from collections.abc import Mapping

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.check import Array, shape_text

#: The four projections of a layer, all heads side by side; layer 0 has them as ``W_Q0``, ``W_K0``, ``W_V0``, ``W_O0``.
PROJECTIONS = ("W_Q", "W_K", "W_V", "W_O")


def draw_parameters(
    vocabulary: int,
    n_outputs: int,
    *,
    d_model: int,
    n_layers: int,
    n_heads: int,
    d_k: int,
    d_v: int,
    n_places: int | None,
    embeddings: npt.ArrayLike | None,
    dtype: npt.DTypeLike,
    rng: np.random.Generator,
) -> dict[str, Array]:
    """Draw all parameters so that vectors of unit variance have queries, keys and values of unit variance.

    W_Q and W_K come last: models drawn with one seed that differ in d_k alone share everything else.
    """

    def draw(*shape: int, std: float) -> Array:
        return (rng.standard_normal(shape) * std).astype(dtype)

    parameters: dict[str, Array] = {}
    if embeddings is None:
        parameters["E"] = draw(vocabulary, d_model, std=0.5)
    else:
        parameters["E"] = np.array(embeddings, dtype=dtype)
    if n_places is not None:
        parameters["P"] = draw(n_places, d_model, std=0.5)
    parameters["U"] = draw(d_model, n_outputs, std=d_model**-0.5)
    for layer in range(n_layers):
        parameters[f"W_V{layer}"] = draw(d_model, n_heads * d_v, std=d_model**-0.5)
        parameters[f"W_O{layer}"] = draw(n_heads * d_v, d_model, std=(n_heads * d_v) ** -0.5)
    for layer in range(n_layers):
        for name in ("W_Q", "W_K"):
            parameters[f"{name}{layer}"] = draw(d_model, n_heads * d_k, std=d_model**-0.5)
    return parameters


def check_parameters(parameters: Mapping[str, Array], n_heads: int, *, places: bool) -> int:
    """Return how many layers the parameters make, after checking that all are there and fit together."""
    n_layers = sum(bool(re.fullmatch(r"W_Q\d+", name)) for name in parameters)
    needed = ["E", "U", *(["P"] if places else [])]
    needed += [f"{name}{layer}" for layer in range(max(n_layers, 1)) for name in PROJECTIONS]
    missing = [name for name in needed if name not in parameters]
    if missing:
        raise ValueError(f"parameters: {', '.join(missing)} missing; layer 0 has W_Q0, W_K0, W_V0 and W_O0")
    d_model = parameters["E"].shape[1]
    for layer in range(n_layers):
        W_Q, W_K, W_V, W_O = (parameters[f"{name}{layer}"] for name in PROJECTIONS)
        fits = (
            {W_Q.shape[0], W_K.shape[0], W_V.shape[0], W_O.shape[1]} == {d_model}
            and W_Q.shape == W_K.shape
            and W_V.shape[1] == W_O.shape[0]
            and W_Q.shape[1] % n_heads == W_V.shape[1] % n_heads == 0
        )
        if not fits:
            shapes = ", ".join(shape_text(matrix.shape) for matrix in (W_Q, W_K, W_V, W_O))
            raise ValueError(
                f"parameters: W_Q, W_K, W_V, W_O of layer {layer} have shapes {shapes}; {n_heads} heads over d_model = "
                f"{d_model} need (d_model, h · d_k) twice, (d_model, h · d_v) and (h · d_v, d_model)"
            )
    return n_layers


def check_tokens(tokens: npt.ArrayLike, parameters: Mapping[str, Array], *, places: bool) -> Array:
    """Return tokens as an array of whole numbers, (batch, n), each one in the vocabulary."""
    array = np.asarray(tokens)
    if array.ndim != 2 or array.dtype.kind not in "iu":
        slip = "; for one sequence write tokens[None]" if array.ndim == 1 else ""
        raise ValueError(
            f"tokens: needs whole numbers of shape (batch, n), got {array.dtype} of shape "
            f"{shape_text(array.shape)}{slip}"
        )
    vocabulary = len(parameters["E"])
    if array.size and not (0 <= array.min() and array.max() < vocabulary):
        raise ValueError(
            f"tokens: run from {array.min()} to {array.max()}, but the vocabulary has {vocabulary} counted from 0"
        )
    if places and array.shape[1] > len(parameters["P"]):
        raise ValueError(
            f"tokens: {array.shape[1]} places, but P has vectors for {len(parameters['P'])}; draw a longer one"
        )
    return array


def table(name: str, value: npt.ArrayLike, vocabulary: int, d_model: int) -> Array:
    """Return embeddings of the shape that the model needs."""
    array = check.plain_matrix(name, value, "vocabulary, d_model")
    if array.shape != (vocabulary, d_model):
        raise ValueError(
            f"{name}: shape {shape_text(array.shape)}, needed (vocabulary, d_model) = ({vocabulary}, {d_model})"
        )
    return array
