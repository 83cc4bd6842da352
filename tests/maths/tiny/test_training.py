"""Training learns, says how it went, and shows what lesson 02 says of the scale."""

from __future__ import annotations

import warnings

import numpy as np
import pytest

from attnlib.maths.tiny import SGD, Adam, Batch, Lookup, TinyTransformer, train
from attnlib.maths.tiny.training import accuracy, weight_on_source
from tests.maths.tiny.toys import toy_batch, toy_model

TASK = Lookup()


def learn(d_k: int, *, scale: float | None = None, optimiser=None, seed: int = 0, **options):
    model = TASK.model(d_k=d_k, scale=scale, rng=seed)
    options = {"steps": 150, "batch_size": 64, "until": 0.3, **options}
    return train(model, TASK, optimiser or Adam(3e-3), rng=100 + seed, **options)


def test_with_readable_embeddings_it_learns_the_task_and_looks_at_the_right_card():
    model = TinyTransformer.random(
        TASK.vocabulary, 8, d_model=25, d_k=8, d_v=8, embeddings=TASK.one_hot_embeddings(), rng=0
    )
    course = train(model, TASK, Adam(0.02, betas=(0.9, 0.99)), steps=300, batch_size=64, rng=1)
    test = TASK.batch(1000, np.random.default_rng(2))
    forward = model.forward(test.tokens, n_q=1)
    assert accuracy(forward, test) > 0.99
    assert weight_on_source(forward, test) > 0.55  # where 1/9 is chance
    assert course.losses[0] > 2
    assert course.losses[-1] < 0.1
    assert len(course.losses) == len(course.accuracies) == len(course.right_weights) == 300
    meetings = model.parameters["W_Q0"] @ model.parameters["W_K0"].T  # (letter asked, letter of the card)
    assert (meetings[:16, :16].argmax(axis=1) == np.arange(16)).all()


@pytest.mark.parametrize("seed", [0, 1, 2])
def test_at_512_features_the_scale_decides_how_fast_it_learns(seed):
    scaled, unscaled = learn(512, seed=seed), learn(512, scale=1, seed=seed, steps=80)
    assert scaled.steps_to(0.3) in range(40, 60)
    assert unscaled.steps_to(0.3) is None
    assert unscaled.gradient_norms[0] > 2 * scaled.gradient_norms[0]  # the gradient of W_Q is larger unscaled


def test_at_8_features_it_makes_next_to_no_difference():
    for seed in range(3):
        steps = [learn(8, scale=scale, seed=seed).steps_to(0.3) for scale in (None, 1)]
        assert None not in steps
        assert steps[0] < steps[1] < 1.25 * steps[0]


def test_large_steps_break_only_the_unscaled_model():
    for seed in range(3):
        assert learn(512, optimiser=SGD(0.5), seed=seed).steps_to(0.3) in range(25, 45)
        assert learn(512, optimiser=SGD(0.5), scale=1, seed=seed, steps=60).steps_to(0.3) is None


def test_it_ends_where_it_was_told_to():
    course = learn(64, until=1.5)
    assert course.losses[-1] <= 1.5 < min(course.losses[:-1])
    assert course.steps_to(1.5) == len(course.losses) - 1
    assert course.steps_to(0.0) is None
    assert learn(8, steps=0).losses == []


def test_a_run_that_diverges_says_so_without_a_warning():
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        course = learn(8, optimiser=SGD(50.0))
    assert course.diverged
    assert np.isfinite(course.losses).all()
    assert not learn(8, steps=3).diverged


def test_progress_is_told_after_each_step():
    told = []
    course = learn(8, steps=3, progress=lambda step, loss: told.append((step, loss)))
    assert told == [(step + 1, loss) for step, loss in enumerate(course.losses)]


def test_the_same_seed_gives_the_same_course_and_others_another():
    assert learn(8, steps=5).losses == learn(8, steps=5).losses
    assert learn(8, steps=5).losses != learn(8, steps=5, seed=1).losses


def test_another_parameter_can_be_watched():
    queries, values = (learn(8, steps=2, watch=name) for name in ("W_Q0", "W_V0"))
    assert queries.losses == values.losses
    assert queries.gradient_norms != values.gradient_norms
    with pytest.raises(ValueError, match="watch: 'E' is none of U, W_V0"):
        learn(8, watch="E")


def test_what_is_measured_of_a_batch():
    model, batch = toy_model("two heads"), toy_batch()
    forward = model.forward(batch.tokens, n_q=2)
    assert batch.counted is not None
    assert batch.sources is not None
    right, weights = [], []
    for b, q in np.argwhere(batch.counted):
        right.append(forward.logits[b, q].argmax() == batch.targets[b, q])
        weights.append(np.mean([forward.layers[-1].weights[b, h, q, batch.sources[b, q]] for h in (0, 1)]))
    assert accuracy(forward, batch) == pytest.approx(np.mean(right))
    assert weight_on_source(forward, batch) == pytest.approx(np.mean(weights))
    assert np.isnan(weight_on_source(forward, Batch(batch.tokens, batch.targets)))
