"""The engine itself."""

from __future__ import annotations

from typing import Any, Callable

import aha
import pytest
from conftest import constant


def test_an_engine_has_its_defaults() -> None:
    with aha.Engine.offline() as engine:
        assert (engine.sample_rate, engine.channels, engine.position) == (48000, 2, 0)
        assert engine.render(64).shape == (64, 2)
        assert engine.position == 64


@pytest.mark.parametrize("options", [
    {"sample_rate": 7999}, {"sample_rate": -1}, {"sample_rate": 2 ** 32 + 44100},
    {"max_players": -1}])
def test_options_out_of_range_are_refused(options: dict[str, Any]) -> None:
    with pytest.raises(aha.InvalidArgumentError, match=str(*options)):
        aha.Engine.offline(**options)


def test_options_of_another_type_are_refused() -> None:
    with pytest.raises(TypeError):
        aha.Engine.offline(sample_rate=44100.5)  # type: ignore[arg-type]


def test_stats_count_frames_and_players(engine: aha.Engine) -> None:
    engine.play(constant(engine, 44100), loop=True)
    engine.render(1000)
    stats = engine.stats
    assert (stats.frames, stats.active_players, stats.underruns) == (1000, 1, 0)
    assert (stats.nonfinite_samples, stats.refused_renders) == (0, 0)


def test_repr_of_an_engine_shows_its_settings(engine: aha.Engine) -> None:
    engine.render(10)
    assert repr(engine) == "<aha.Engine sample_rate=44100 channels=2 position=10>"
    engine.close()
    assert repr(engine) == "<aha.Engine closed>"


USES: dict[str, Callable[[aha.Engine, aha.Sound], Any]] = {
    "render": lambda engine, sound: engine.render(1),
    "sound": lambda engine, sound: engine.sound([0.0], 44100),
    "events_now": lambda engine, sound: engine.events_now(),
    "master": lambda engine, sound: engine.master.gain_db,
    "chain": lambda engine, sound: len(engine.master.chain),
    "len": lambda engine, sound: len(sound),
    "info": lambda engine, sound: sound.info,
}


@pytest.mark.parametrize("use", USES.values(), ids=USES.keys())
def test_a_closed_engine_is_released(use: Callable[[aha.Engine, aha.Sound], Any]) -> None:
    engine = aha.Engine.offline()
    sound = engine.sound([0.0] * 100, 48000)
    engine.close()
    engine.close()
    assert engine.closed and sound.closed and engine.master.closed
    with pytest.raises(aha.ReleasedError, match="is closed, or its engine is"):
        use(engine, sound)
