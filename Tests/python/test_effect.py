"""Effects: values, ramps, schedules, modulation, bypass."""

from __future__ import annotations

import math

import aha
import numpy as np
import pytest
from conftest import sine

CUTOFF = "cutoff_hz"


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


def test_a_preset_applies_before_the_other_arguments(engine: aha.Engine) -> None:
    [reverb] = [kind for kind in aha.effect_kinds() if kind.name == "reverb"]
    assert reverb.presets == ("hall", "plate", "room")
    plate = aha.Reverb(engine, preset="plate", width=1.0)
    assert (plate.size, plate.decay_s) == pytest.approx((0.2, 1.8))
    assert (plate.width, plate.mix) == pytest.approx((1.0, 0.3))
    plate.load_preset("room")
    assert plate.decay_s == 0.5 and plate.width == pytest.approx(0.6)
    with pytest.raises(aha.NotFoundError, match='no preset "cave"'):
        aha.Reverb(preset="cave")


def test_modulation_can_be_stopped(engine: aha.Engine) -> None:
    effect = filtered(engine)
    steady = levels(engine, 22050)[-1]
    effect.modulate(CUTOFF, aha.Waveform.SINE, rate_hz=10, depth=1)
    assert min(levels(engine, 22050)) < 0.5 * steady
    effect.stop_modulation(CUTOFF)
    engine.render(4410)
    assert levels(engine, 22050) == pytest.approx([steady] * 50, rel=0.02)


def test_a_spacewave_moves_the_level(engine: aha.Engine) -> None:
    effect = filtered(engine, 4410)
    steady = levels(engine, 22050)[-1]
    effect.spacewave()
    assert min(levels(engine, 3 * 44100)) < 0.5 * steady


def test_bypass_is_shown_as_it_was_set(engine: aha.Engine) -> None:
    effect = aha.Filter(engine)
    effect.bypassed = True
    assert effect.bypassed and "bypassed=True" in repr(effect)
    effect.bypassed = False
    assert not effect.bypassed


def test_an_engine_has_one_limiter() -> None:
    with aha.Engine(sample_rate=44100) as engine:
        assert isinstance(engine.limiter, aha.Limiter)
        assert engine.limiter is engine.limiter
        assert engine.limiter.ceiling_db == -1 and not engine.limiter.bypassed


def test_repr_of_an_effect_shows_its_values(engine: aha.Engine) -> None:
    assert repr(aha.Filter(engine, cutoff_hz=800)) == (
        "<aha.Filter type=0 slope=0 cutoff_hz=800 resonance=0.707107>")
