"""Effects: values, ramps, schedules, modulation, bypass."""

from __future__ import annotations

import math

import aha
import numpy as np
import pytest
from conftest import sine

CUTOFF = "cutoff_hz"
STEADY = 0.25  # level of a centered mono sine with a peak of 0.5


def levels(engine: aha.Engine, frames: int, window: int = 441) -> list[float]:
    """The level of the left side in windows of 10 ms."""
    left = engine.render(frames)[:, 0].astype(float)
    return [math.sqrt(float(np.mean(one ** 2))) for one in left.reshape(-1, window)]


def filtered(engine: aha.Engine, hz: float = 441.0) -> aha.Filter:
    """A low-pass on a looping sine."""
    player = engine.play(engine.sound(sine(44100, hz=hz), 44100), loop=True)
    return player.chain.add(aha.Filter(engine, cutoff_hz=20000))


def test_an_effect_is_created_by_its_name(engine: aha.Engine) -> None:
    effect = aha.Effect(engine, "reverb", mix=0.5)
    assert effect.info.name == "reverb" and effect.get("mix") == 0.5
    with pytest.raises(ValueError, match="there is no effect 'revreb': one of filter, reverb"):
        aha.Effect(engine, "revreb")
    with pytest.raises(ValueError, match="reverb has no parameter 'mixx': it has size, "):
        effect.set("mixx", 0.5)
    with pytest.raises(ValueError, match="reverb has no parameter 'mixx'"):
        aha.Effect(engine, "reverb", mixx=0.5)


def test_a_value_out_of_range_is_refused(engine: aha.Engine) -> None:
    effect = engine.master.chain.add(aha.Filter(engine, cutoff_hz=800))
    with pytest.raises(aha.InvalidArgumentError):
        effect.cutoff_hz = 20001
    with pytest.raises(aha.InvalidArgumentError):
        effect.set(CUTOFF, 19, over=100)
    with pytest.raises(aha.InvalidArgumentError):
        effect.set(CUTOFF, 100, over=-1)
    with pytest.raises(aha.InvalidArgumentError):
        effect.set(CUTOFF, math.nan, at=100)
    assert effect.cutoff_hz == 800


def test_modulation_can_be_stopped(engine: aha.Engine) -> None:
    effect = filtered(engine)
    steady = levels(engine, 22050)[-1]
    effect.modulate(CUTOFF, aha.Waveform.SINE, rate_hz=10, depth=1)
    assert min(levels(engine, 22050)) < 0.5 * steady
    effect.stop_modulation(CUTOFF)
    engine.render(4410)
    assert levels(engine, 22050) == pytest.approx([steady] * 50, rel=0.02)


def test_the_same_seed_gives_the_same_sound() -> None:
    def rendered(seed: int) -> np.ndarray:
        with aha.Engine.offline(sample_rate=44100) as engine:
            filtered(engine, 4410).modulate(CUTOFF, rate_hz=20, seed=seed)
            return engine.render(22050)

    first = rendered(7)
    np.testing.assert_array_equal(rendered(7), first)
    assert np.abs(rendered(8) - first).max() > 0.01


def test_spacewave_lasts_three_seconds(engine: aha.Engine) -> None:
    effect = filtered(engine, 4410)
    steady = levels(engine, 22050)[-1]
    effect.spacewave()
    assert min(levels(engine, 3 * 44100)) < 0.5 * steady
    engine.render(4410)
    assert levels(engine, 22050) == pytest.approx([steady] * 50, rel=0.02)


def test_wrong_modulations_are_refused(engine: aha.Engine) -> None:
    effect = engine.master.chain.add(aha.Filter(engine))
    with pytest.raises(aha.UnsupportedError):
        effect.modulate("type")
    with pytest.raises(aha.UnsupportedError):
        effect.stop_modulation("type")
    for options in ({"rate_hz": 101}, {"rate_hz": -1}, {"depth": 1.5}, {"rate_hz": math.nan},
                    {"seconds": -1}, {"seconds": 86401}, {"seed": -1}):
        with pytest.raises(aha.InvalidArgumentError):
            effect.modulate(CUTOFF, **options)  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="'saw' is not a Waveform"):
        effect.modulate(CUTOFF, "saw")


def test_bypass_is_shown_as_it_was_set(engine: aha.Engine) -> None:
    effect = aha.Filter(engine)
    effect.bypassed = True
    assert effect.bypassed and "bypassed=True" in repr(effect)
    effect.bypassed = False
    assert not effect.bypassed


def test_an_effect_has_its_latency(engine: aha.Engine) -> None:
    assert aha.Filter(engine).latency_frames == 0
    assert 0 < aha.Pitch(engine).latency_frames <= 4410


def test_an_engine_has_one_limiter() -> None:
    with aha.Engine.offline(sample_rate=44100) as engine:
        assert isinstance(engine.limiter, aha.Limiter)
        assert engine.limiter is engine.limiter
        assert engine.limiter.ceiling_db == -1 and not engine.limiter.bypassed


def test_an_engine_without_limiter_refuses_it() -> None:
    with aha.Engine.offline(limiter=False) as engine, pytest.raises(aha.StateError):
        _ = engine.limiter


def test_modulations_and_schedules_need_a_chain(engine: aha.Engine) -> None:
    effect = aha.Filter(engine)
    for action in (lambda: effect.modulate(CUTOFF), effect.spacewave,
                   lambda: effect.set(CUTOFF, 100, at=1)):
        with pytest.raises(aha.StateError):
            action()
    effect.stop_modulation(CUTOFF)
    assert effect.cutoff_hz == 1000


def test_effects_past_max_effects_are_refused() -> None:
    with aha.Engine.offline(max_effects=2, limiter=False) as engine:
        chain = engine.master.chain
        chain.add(aha.Filter(engine))
        second, third = chain.add(aha.Filter(engine)), aha.Filter(engine)
        with pytest.raises(aha.LimitError):
            chain.add(third)
        chain.remove(second)
        engine.render(4800)
        assert chain.add(third) in chain


def test_a_closed_effect_is_released(engine: aha.Engine) -> None:
    effect = aha.Filter(engine)
    effect.close()
    with pytest.raises(aha.ReleasedError, match="this effect is closed"):
        effect.cutoff_hz = 100
    assert repr(effect) == "<aha.Filter closed>"


def test_repr_of_an_effect_shows_its_values(engine: aha.Engine) -> None:
    assert repr(aha.Filter(engine, cutoff_hz=800)) == (
        "<aha.Filter type=0 slope=0 cutoff_hz=800 resonance=0.707107>")
