"""The tiny transformer and its optimisers against PyTorch's autograd and torch.optim."""

from __future__ import annotations

import numpy as np
import pytest

from attnlib.maths.tiny import SGD, Adam
from tests.maths.tiny.toys import MODELS, N, toy_batch, toy_model

torch = pytest.importorskip("torch")

pytestmark = pytest.mark.oracles


def loss_in_torch(model, p, batch):
    """Return the same model's loss, written in PyTorch and in its own words."""
    x = p["E"][torch.tensor(batch.tokens)]
    size, n = batch.tokens.shape
    if model.positions == "added":
        x = x + p["P"][:n]
    for layer in range(model.n_layers):
        y = x + p["P"][:n] if model.positions == "queries and keys" else x
        Q, K, V = (
            (source @ p[f"{name}{layer}"]).view(size, n, model.n_heads, -1).transpose(1, 2)
            for source, name in ((y, "W_Q"), (y, "W_K"), (x, "W_V"))
        )
        heads = torch.nn.functional.scaled_dot_product_attention(
            Q, K, V, is_causal=model.causal, scale=model.scale
        )
        x = x + heads.transpose(1, 2).reshape(size, n, -1) @ p[f"W_O{layer}"]
    logits = (x @ p["U"])[:, -batch.n_asked :]
    counted = torch.tensor(batch.counted)
    return torch.nn.functional.cross_entropy(logits[counted], torch.tensor(batch.targets)[counted])


@pytest.mark.parametrize("n_asked", [1, N])
@pytest.mark.parametrize("kind", MODELS)
def test_loss_and_every_gradient(kind, n_asked):
    model, batch = toy_model(kind), toy_batch(n_asked)
    loss, gradients, _ = model.loss_and_gradients(batch)
    p = {name: torch.tensor(array, requires_grad=True) for name, array in model.parameters.items()}
    theirs = loss_in_torch(model, p, batch)
    theirs.backward()
    assert loss == pytest.approx(theirs.item(), abs=1e-12)
    for name, gradient in gradients.items():
        np.testing.assert_allclose(gradient, p[name].grad.numpy(), atol=1e-12, err_msg=name)


@pytest.mark.parametrize(
    ("ours", "theirs"),
    [
        (SGD(0.5), lambda given: torch.optim.SGD(given, lr=0.5)),
        (Adam(0.01, betas=(0.8, 0.95)), lambda given: torch.optim.Adam(given, lr=0.01, betas=(0.8, 0.95))),
    ],
    ids=["SGD", "Adam"],
)
def test_twenty_steps_of_training(ours, theirs):
    model, batch = toy_model("two layers, places for queries and keys"), toy_batch()
    p = {name: torch.tensor(array, requires_grad=True) for name, array in model.parameters.items()}
    optimiser = theirs(list(p.values()))
    for _ in range(20):
        _, gradients, _ = model.loss_and_gradients(batch)
        ours.step(model.parameters, gradients)
        optimiser.zero_grad()
        loss_in_torch(model, p, batch).backward()
        optimiser.step()
    for name, array in model.parameters.items():
        np.testing.assert_allclose(array, p[name].detach().numpy(), atol=1e-9, err_msg=name)
