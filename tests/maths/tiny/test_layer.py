"""Products in pieces are the products, and no piece is one that a BLAS would share out among threads."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.maths.tiny import layer


@pytest.mark.parametrize("limit", [1, 50, 2**18])
def test_pieces_add_up_to_the_whole_product(monkeypatch, limit):
    monkeypatch.setattr(layer, "UNSHARED", limit)
    rng = np.random.default_rng(0)
    x, W, d_y = rng.normal(size=(3, 7, 4)), rng.normal(size=(4, 5)), rng.normal(size=(3, 7, 5))
    np.testing.assert_allclose(layer.project(x, W), x @ W, atol=1e-14)
    expected = np.einsum("bni,bnj->ij", x, d_y)
    np.testing.assert_allclose(layer.weight_gradient(x, d_y), expected, atol=1e-14)


def test_a_piece_is_as_large_as_it_may_be():
    sizes = [piece.stop - piece.start for piece in layer._pieces(576, 32 * 512)]
    assert sizes == [16] * 36
    assert 16 * 32 * 512 == layer.UNSHARED
