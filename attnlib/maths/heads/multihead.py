"""Multi-head attention: several small attentions side by side, each with projections of its own, joined by one more.

Source: Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.2; heads that share keys and values: Shazeer 2019
(arXiv:1911.02150) and Ainslie et al. 2023 (arXiv:2305.13245).
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import numpy.typing as npt

from attnlib.maths import check
from attnlib.maths.attention import trace_attention
from attnlib.maths.check import Array
from attnlib.maths.heads.projections import check_projections, check_sources, mask_over_heads, names_of_keys
from attnlib.maths.heads.trace import MultiHeadTrace, merge_heads, split_heads


class MultiHeadAttention:
    """Attention with several heads: Concat(head₁ … head_h) W_O, each head attending with its own projections.

    Parameters
    ----------
    W_Q : array_like, shape (d_model, n_heads · d_k)
        Query projections of all heads side by side: head i owns columns i·d_k … (i+1)·d_k. Each takes in the *whole*
        vector; the embedding is not cut.
    W_K : array_like, shape (d_memory, n_kv_heads · d_k)
    W_V : array_like, shape (d_memory, n_kv_heads · d_v)
        Key and value projections. d_memory is d_model unless a memory of another width is attended to.
    W_O : array_like, shape (n_heads · d_v, d_out)
        Joins the heads' outputs.
    n_heads : int
        How many queries each token asks.
    n_kv_heads : int, optional
        How many keys and values each token has; ``n_heads`` by default, fewer for grouped, 1 for multi-query attention.

    Raises
    ------
    ValueError
        If heads can't share the columns equally, the shapes don't fit together or an entry isn't finite.

    Notes
    -----
    Source: Vaswani et al. 2017 (arXiv:1706.03762), section 3.2.2.

    Examples
    --------
    >>> attend = MultiHeadAttention.random(8, 2, rng=0)
    >>> trace = attend(np.eye(8)[:3])
    >>> trace
    <MultiHeadTrace: 2 heads, output (3, 8)>
    >>> bool(np.allclose(trace.contributions.sum(axis=0), trace.output))
    True
    """

    def __init__(
        self,
        W_Q: npt.ArrayLike,
        W_K: npt.ArrayLike,
        W_V: npt.ArrayLike,
        W_O: npt.ArrayLike,
        *,
        n_heads: int,
        n_kv_heads: int | None = None,
    ) -> None:
        self.n_heads = check.count("n_heads", n_heads, least=1)
        shared = self.n_heads if n_kv_heads is None else n_kv_heads
        self.n_kv_heads = check.count("n_kv_heads", shared, least=1)
        self.W_Q, self.W_K, self.W_V, self.W_O = check.same_float(
            check.plain_matrix("W_Q", W_Q, "d_model, n_heads · d_k"),
            check.plain_matrix("W_K", W_K, "d_memory, n_kv_heads · d_k"),
            check.plain_matrix("W_V", W_V, "d_memory, n_kv_heads · d_v"),
            check.plain_matrix("W_O", W_O, "n_heads · d_v, d_out"),
        )
        check_projections(self.W_Q, self.W_K, self.W_V, self.W_O, self.n_heads, self.n_kv_heads)

    @classmethod
    def random(
        cls,
        d_model: int,
        n_heads: int,
        *,
        n_kv_heads: int | None = None,
        rng: np.random.Generator | int | None = None,
    ) -> MultiHeadAttention:
        """Draw projections with entries of variance 1/d_model and d_k = d_v = d_model / n_heads.

        Parameters
        ----------
        d_model, n_heads : int
        n_kv_heads : int, optional
        rng : numpy.random.Generator or int, optional
            A generator or the seed of one.

        Raises
        ------
        ValueError
            If ``n_heads`` doesn't divide ``d_model``.

        Examples
        --------
        >>> MultiHeadAttention.random(512, 8, rng=0).n_parameters
        1048576
        """
        d_model = check.count("d_model", d_model, least=1)
        n_heads = check.count("n_heads", n_heads, least=1)
        if d_model % n_heads:
            raise ValueError(f"n_heads: {n_heads} does not divide d_model = {d_model}, so no head width fits")
        d_k, generator = d_model // n_heads, np.random.default_rng(rng)
        keys = d_k * (n_heads if n_kv_heads is None else check.count("n_kv_heads", n_kv_heads, least=1))
        W_Q, W_K, W_V, W_O = (
            generator.normal(scale=d_model**-0.5, size=(d_model, width))
            for width in (d_model, keys, keys, d_model)
        )
        return cls(W_Q, W_K, W_V, W_O, n_heads=n_heads, n_kv_heads=n_kv_heads)

    @property
    def d_k(self) -> int:
        """Width of one head's queries and keys; its scores are divided by the root of this, not of d_model."""
        return int(self.W_Q.shape[1]) // self.n_heads

    @property
    def d_v(self) -> int:
        """Width of one head's values, and of its output."""
        return int(self.W_V.shape[1]) // self.n_kv_heads

    @property
    def n_parameters(self) -> int:
        """How many numbers the four projections hold."""
        return self.W_Q.size + self.W_K.size + self.W_V.size + self.W_O.size

    def n_multiplications(self, n_q: int, n_k: int | None = None) -> int:
        """Count the multiplications of numbers that one sequence costs in its matrix products.

        Projections n_q·d_model·h·d_k + n_k·d_memory·h_kv·(d_k + d_v); scores n_q·n_k·h·d_k; mixing n_q·n_k·h·d_v;
        W_O n_q·h·d_v·d_out. A mask saves none of them. Scaling and softmax, h·n_q·n_k numbers each, are left out: of
        these alone h heads have h times as many as one head as wide as all of them.

        Parameters
        ----------
        n_q : int
            Number of queries.
        n_k : int, optional
            Number of keys; ``n_q`` if not given.

        Raises
        ------
        TypeError, ValueError
            If a length isn't a whole number of at least 0.

        Examples
        --------
        >>> eight, one = (MultiHeadAttention.random(512, heads, rng=0) for heads in (8, 1))
        >>> eight.n_multiplications(10) == one.n_multiplications(10)
        True
        """
        n_q = check.count("n_q", n_q)
        n_k = n_q if n_k is None else check.count("n_k", n_k)
        pairs = n_q * n_k * self.n_heads * (self.d_k + self.d_v)
        return n_q * (self.W_Q.size + self.W_O.size) + n_k * (self.W_K.size + self.W_V.size) + pairs

    def head_projections(self, head: int) -> tuple[Array, Array, Array]:
        """Return W_Q, W_K and W_V of one head, (d_model, d_k), (d_memory, d_k) and (d_memory, d_v).

        They are views: what is written into them changes this head, and with it those that share its keys.

        Raises
        ------
        IndexError
            If there is no such head.
        """
        if not 0 <= head < self.n_heads:
            raise IndexError(f"head: {head} is outside the {self.n_heads} heads counted from 0")
        shared = head * self.n_kv_heads // self.n_heads  # the key head that this query head's group shares
        parts = (
            (self.W_Q, self.n_heads, head),
            (self.W_K, self.n_kv_heads, shared),
            (self.W_V, self.n_kv_heads, shared),
        )
        W_Q, W_K, W_V = (np.split(matrix, count, axis=1)[index] for matrix, count, index in parts)
        return W_Q, W_K, W_V

    def __call__(
        self,
        X: npt.ArrayLike,
        *,
        memory: npt.ArrayLike | None = None,
        mask: npt.ArrayLike | None = None,
        tokens: Sequence[str] | None = None,
        memory_tokens: Sequence[str] | None = None,
    ) -> MultiHeadTrace:
        """Attend from X to itself, or to a memory.

        Parameters
        ----------
        X : array_like, shape (..., n_q, d_model)
            Who asks.
        memory : array_like, shape (..., n_k, d_memory), optional
            Who is asked; X itself if not given (self-attention).
        mask : array_like, shape (..., n_q, n_k), optional
            As in `attention`, the same for every head; with one axis more than X (or than a batch of memories),
            ``(..., n_heads, n_q, n_k)``, each head has its own.
        tokens, memory_tokens : sequence of str, optional
            Names of X's and of the memory's rows.

        Returns
        -------
        MultiHeadTrace

        Raises
        ------
        ValueError, TypeError
            If widths don't fit the projections, or as in `trace_attention`.
        """
        X = check.matrix("X", X, "n_q, d_model")
        memory = None if memory is None else check.matrix("memory", memory, "n_k, d_memory")
        check_sources(X, memory, self.W_Q, self.W_K)
        names = check.tokens("tokens", tokens, X.shape[-2], "X")
        key_names = names_of_keys(names, memory, memory_tokens)
        source = X if memory is None else memory
        pairs = (*np.broadcast_shapes(X.shape[:-2], source.shape[:-2]), X.shape[-2], source.shape[-2])
        dtype = np.result_type(X, source, self.W_Q)
        X, source = X.astype(dtype), source.astype(dtype)  # copies: a record keeps its numbers
        repeat = self.n_heads // self.n_kv_heads
        Q = split_heads(X @ self.W_Q, self.n_heads)  # (..., h, n_q, d_k)
        K = np.repeat(split_heads(source @ self.W_K, self.n_kv_heads), repeat, axis=-3)  # (..., h, n_k, d_k)
        V = np.repeat(split_heads(source @ self.W_V, self.n_kv_heads), repeat, axis=-3)  # (..., h, n_k, d_v)
        mask = mask_over_heads(mask, pairs, self.n_heads, dtype)
        fused = trace_attention(Q, K, V, mask=mask, tokens=names, key_tokens=key_names)
        concat = merge_heads(fused.output)  # (..., n_q, h · d_v)
        shares = np.stack(
            [fused.output[..., i, :, :] @ rows for i, rows in enumerate(np.split(self.W_O, self.n_heads))]
        )  # (h, ..., n_q, d_out)
        heads = []
        for i in range(self.n_heads):
            W_Q, W_K, W_V = (part.astype(dtype) for part in self.head_projections(i))
            made_from = None if memory is None else source
            heads.append(fused[..., i].with_inputs(X=X, W_Q=W_Q, W_K=W_K, W_V=W_V, memory=made_from))
        output = concat @ self.W_O  # (..., n_q, d_out)
        return MultiHeadTrace(heads=tuple(heads), concat=concat, contributions=shares, output=output)

    def __repr__(self) -> str:
        shared = "" if self.n_kv_heads == self.n_heads else f" sharing {self.n_kv_heads} of keys and values"
        return (
            f"<MultiHeadAttention: {self.n_heads} heads{shared}, d_model = {len(self.W_Q)}, "
            f"d_k = {self.d_k}, d_v = {self.d_v}>"
        )
