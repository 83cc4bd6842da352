"""A transformer of attention alone, small enough to train while one watches: no feed-forward part, no normalisation."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.attention import trace_attention
from attnlib.maths.check import Array
from attnlib.maths.masks import causal_mask
from attnlib.maths.tiny.batch import Batch
from attnlib.maths.tiny.layer import LayerPass, layer_backward, layer_forward, layer_inputs, weight_gradient
from attnlib.maths.tiny.loss import cross_entropy
from attnlib.maths.tiny.parameters import PROJECTIONS, check_parameters, check_tokens, draw_parameters, table
from attnlib.maths.trace import AttentionTrace

#: Where the vectors of the places are added: nowhere, to the embeddings, or only where queries and keys are made.
POSITIONS = ("none", "added", "queries and keys")


@dataclass(frozen=True, eq=False)
class ForwardPass:
    """One pass from tokens (batch, n) through the layers to logits (batch, n_q, n_outputs)."""

    tokens: Array
    layers: tuple[LayerPass, ...]
    logits: Array


class TinyTransformer:
    """logits = (E[tokens] (+ P) → attention layers with residual connections) U.

    Parameters
    ----------
    parameters : dict of ndarray
        ``E`` (vocabulary, d_model); ``U`` (d_model, n_outputs); with positions ``P`` (n_places, d_model); for layer 0
        ``W_Q0``, ``W_K0``, ``W_V0``, ``W_O0``, all heads side by side, and so on. Training changes them in place.
    n_heads : int, default 1
    positions : {"none", "added", "queries and keys"}
        Where P is added: nowhere, to the embeddings, or only where queries and keys are made.
    causal : bool, default True
    scale : float, optional
        Factor for the scores. None means 1/√d_k; 1 leaves them as they are.
    frozen : collection of str
        Parameters that get no gradient, such as an embedding that is to stay readable.

    Raises
    ------
    ValueError
        If a parameter is missing or doesn't fit the others.

    Examples
    --------
    >>> model = TinyTransformer.random(5, 5, d_model=8, n_heads=2, rng=0)
    >>> model
    <TinyTransformer: 1 layer, 2 heads, d_k = 4, 336 parameters>
    >>> model.forward(np.array([[0, 1, 2]])).logits.shape
    (1, 3, 5)
    """

    def __init__(
        self,
        parameters: dict[str, Array],
        *,
        n_heads: int = 1,
        positions: str = "none",
        causal: bool = True,
        scale: float | None = None,
        frozen: Collection[str] = (),
    ) -> None:
        self.parameters = parameters
        self.n_heads = check.count("n_heads", n_heads, least=1)
        self.positions = check.choice("positions", positions, POSITIONS)
        self.causal = causal
        self.frozen = frozenset(check.choice("frozen", name, tuple(parameters)) for name in frozen)
        self.n_layers = check_parameters(parameters, self.n_heads, places=self._has_places)
        self.scale = check.scale(scale, self.d_k)

    @classmethod
    def random(
        cls,
        vocabulary: int,
        n_outputs: int,
        *,
        d_model: int = 32,
        n_layers: int = 1,
        n_heads: int = 1,
        d_k: int | None = None,
        d_v: int | None = None,
        embeddings: npt.ArrayLike | None = None,
        positions: str = "none",
        n_places: int | None = None,
        causal: bool = True,
        scale: float | None = None,
        dtype: npt.DTypeLike = np.float64,
        rng: np.random.Generator | int | None = None,
    ) -> TinyTransformer:
        """Draw a model that is ready to be trained.

        Parameters
        ----------
        vocabulary, n_outputs : int
            How many tokens there are, and how many answers.
        d_model, n_layers, n_heads : int
        d_k, d_v : int, optional
            Widths of each head; d_model / n_heads if not given.
        embeddings : array_like, shape (vocabulary, d_model), optional
            A table that stays as it is. Without it one is drawn, and learnt.
        positions, causal, scale
            As in `TinyTransformer`.
        n_places : int, optional
            The longest sequence; needed with positions.
        dtype : data-type, default float64
            float32 is quicker, but rounding then shows in the course of a training sooner.
        rng : numpy.random.Generator or int, optional
            A generator or the seed of one. With the same seed, models that differ in d_k share all but W_Q and W_K.

        Raises
        ------
        ValueError
            If positions are asked for without ``n_places``, or the embeddings have another shape.
        """
        n_heads = check.count("n_heads", n_heads, least=1)
        if check.choice("positions", positions, POSITIONS) != "none" and n_places is None:
            raise ValueError(f"n_places: needed with positions={positions!r}, one vector a place")
        if embeddings is not None:
            embeddings = table("embeddings", embeddings, vocabulary, d_model)
        parameters = draw_parameters(
            vocabulary,
            n_outputs,
            d_model=d_model,
            n_layers=n_layers,
            n_heads=n_heads,
            d_k=d_model // n_heads if d_k is None else d_k,
            d_v=d_model // n_heads if d_v is None else d_v,
            n_places=None if positions == "none" else n_places,
            embeddings=embeddings,
            dtype=dtype,
            rng=np.random.default_rng(rng),
        )
        frozen = () if embeddings is None else ("E",)
        return cls(
            parameters, n_heads=n_heads, positions=positions, causal=causal, scale=scale, frozen=frozen
        )

    @property
    def d_k(self) -> int:
        """Width of one head's queries and keys."""
        return int(self.parameters["W_Q0"].shape[1]) // self.n_heads

    def projections(self, layer: int) -> Mapping[str, Array]:
        """W_Q, W_K, W_V and W_O of one layer, by these names."""
        return {name: self.parameters[f"{name}{layer}"] for name in PROJECTIONS}

    def forward(self, tokens: npt.ArrayLike, *, n_q: int | None = None) -> ForwardPass:
        """Run the model.

        Parameters
        ----------
        tokens : array_like of int, shape (batch, n)
        n_q : int, optional
            Only the last ``n_q`` places ask in the last layer; all if not given. Their answers are the same either
            way, as in generation, and cheaper.

        Raises
        ------
        ValueError
            If the tokens aren't whole numbers of the vocabulary, or more than there are places.
        """
        tokens = check_tokens(tokens, self.parameters, places=self._has_places)
        n = tokens.shape[1]
        x = self.parameters["E"][tokens]  # (batch, n, d_model)
        if self.positions == "added":
            x = x + self.parameters["P"][:n]
        layers = []
        for layer in range(self.n_layers):
            asking = n if n_q is None or layer < self.n_layers - 1 else n_q
            passed = layer_forward(
                x,
                x + self.parameters["P"][:n] if self.positions == "queries and keys" else x,
                self.projections(layer),
                n_heads=self.n_heads,
                n_q=asking,
                scale=self.scale,
                mask=causal_mask(asking, n) if self.causal else None,
            )
            layers.append(passed)
            x = passed.output  # (batch, asking, d_model)
        return ForwardPass(tokens, tuple(layers), x @ self.parameters["U"])

    def backward(self, forward: ForwardPass, d_logits: Array) -> dict[str, Array]:
        """Carry a gradient from the logits back to every parameter that isn't frozen."""
        gradients = {"U": weight_gradient(forward.layers[-1].output, d_logits)}
        to_the_bottom = not self.frozen >= {"E", "P"} & self.parameters.keys()
        n = forward.tokens.shape[1]
        d_P = np.zeros_like(self.parameters["P"]) if self._has_places else np.zeros(0)
        d_x = d_logits @ self.parameters["U"].T  # (batch, n_q, d_model)
        for layer in reversed(range(self.n_layers)):
            projections = self.projections(layer)
            back = layer_backward(forward.layers[layer], projections, d_x, scale=self.scale)
            gradients |= {f"{name}{layer}": gradient for name, gradient in back.projections.items()}
            if layer or to_the_bottom:
                d_layer, d_placed = layer_inputs(back, projections, d_x)
                d_x = d_layer + d_placed  # (batch, n, d_model)
                if self.positions == "queries and keys":
                    d_P[:n] += d_placed.sum(axis=0)
        if to_the_bottom:
            if self.positions == "added":
                d_P[:n] = d_x.sum(axis=0)
            gradients["P"], gradients["E"] = d_P, np.zeros_like(self.parameters["E"])
            np.add.at(gradients["E"], forward.tokens, d_x)
        return {name: gradients[name] for name in self.learnt}

    @property
    def learnt(self) -> tuple[str, ...]:
        """Names of the parameters that get a gradient."""
        without = self.frozen if self._has_places else self.frozen | {"P"}
        return tuple(name for name in self.parameters if name not in without)

    def loss_and_gradients(self, batch: Batch) -> tuple[float, dict[str, Array], ForwardPass]:
        """Cross-entropy of one batch, its gradients by name, and the pass they belong to."""
        forward = self.forward(batch.tokens, n_q=batch.n_asked)
        loss, d_logits = cross_entropy(forward.logits, batch)
        return loss, self.backward(forward, d_logits), forward

    def trace(
        self, tokens: npt.ArrayLike, *, layer: int = 0, head: int = 0, names: Sequence[str] | None = None
    ) -> AttentionTrace:
        """Return one head's attention over one sequence (n,) as a record that figures and explorers read.

        X and the projections are kept where Q, K and V were all made from X.
        """
        passed = self.forward(np.asarray(tokens)[None]).layers[layer]
        Q, K, V = passed.Q[0, head], passed.K[0, head], passed.V[0, head]
        mask = causal_mask(len(K)) if self.causal else None
        trace = trace_attention(Q, K, V, mask=mask, scale=self.scale, tokens=names)
        if self.positions == "queries and keys":
            return trace
        W_Q, W_K, W_V = (
            np.split(self.parameters[f"{name}{layer}"], self.n_heads, axis=1)[head]
            for name in PROJECTIONS[:3]
        )
        return trace.with_inputs(X=passed.x[0], W_Q=W_Q, W_K=W_K, W_V=W_V)

    @property
    def _has_places(self) -> bool:
        return self.positions != "none"

    def __repr__(self) -> str:
        layers = f"{self.n_layers} layer{'s'[: self.n_layers != 1]}"
        heads = f"{self.n_heads} head{'s'[: self.n_heads != 1]}"
        size = sum(array.size for array in self.parameters.values())
        return f"<TinyTransformer: {layers}, {heads}, d_k = {self.d_k}, {size} parameters>"
