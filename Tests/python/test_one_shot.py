"""One-shots: sounds without players."""

from __future__ import annotations

import aha
import numpy as np
import pytest
from conftest import constant


def test_a_one_shot_has_the_samples_of_a_player() -> None:
    def output(one_shot: bool) -> np.ndarray:
        engine = aha.Engine.offline(limiter=False)
        sound = engine.sound(np.sin(np.arange(3000) / 20, dtype="f4"), 48000)
        bus = engine.bus()
        engine.play(sound, gain_db=-6, pan=0.5, speed=0.7, loop=2, bus=bus, at=100,
                    quality=aha.SpeedQuality.FAST, one_shot=one_shot)  # type: ignore[call-overload]
        return np.asarray(engine.render(20000))

    assert np.abs(output(False)).max() > 0.1
    assert np.array_equal(output(True), output(False))


def test_a_higher_priority_is_heard() -> None:
    engine = aha.Engine.offline(limiter=False, max_one_shots=3, max_heard=1)
    quiet = engine.sound(np.full(9000, 0.125, dtype="f4"), 48000)
    loud = engine.sound(np.full(9000, 0.5, dtype="f4"), 48000)
    engine.play(quiet, pan=-1, priority=1, one_shot=True)
    engine.play(loud, pan=-1, one_shot=True)
    engine.play(loud, pan=-1, at=5000, one_shot=True)
    with pytest.raises(aha.LimitError, match="max_one_shots"):
        engine.play(loud, one_shot=True)
    assert engine.render(1000)[-1, 0] == pytest.approx(0.125)
    stats = engine.stats
    assert (stats.heard_one_shots, stats.virtual_one_shots, stats.active_players) == (1, 1, 0)


def test_a_start_in_a_choke_group_fades_the_others() -> None:
    engine = aha.Engine.offline(limiter=False)
    sound = engine.sound(np.full(9000, 0.5, dtype="f4"), 48000)
    engine.play(sound, pan=-1, choke_group=3, choke_fade=1000, one_shot=True)
    engine.play(sound, pan=1, choke_group=3, at=2000, one_shot=True)
    left = engine.render(4000)[:, 0]
    assert left[1999] == left[500] > 0
    assert left[2499] == pytest.approx(left[500] / 2, rel=0.01)
    assert not left[3000:].any()


def test_an_envelope_ends_with_its_release() -> None:
    engine = aha.Engine.offline(limiter=False)
    sound = engine.sound(np.full(9000, 0.5, dtype="f4"), 48000)
    engine.play(sound, pan=-1, attack=1000, decay=500, sustain_db=-6.02, release=2000,
                stop_frame=3000, release_shape=aha.FadeShape.SMOOTH, one_shot=True)
    left = engine.render(6000)[:, 0]
    assert left[[499, 999, 2500, 3999]] == pytest.approx([0.25, 0.5, 0.25, 0.125], rel=0.01)
    assert not left[5000:].any()


def test_bad_options_are_refused(engine: aha.Engine) -> None:
    sound = constant(engine, 1000)
    for options in ({"priority": 256}, {"priority": -1}, {"loop": True}, {"speed": 0.0},
                    {"gain_db": float("nan")}, {"at": -1}, {"choke_group": 65536},
                    {"sustain_db": 1}, {"stop_frame": -1}, {"at": 9, "stop_frame": 9}):
        with pytest.raises(aha.InvalidArgumentError):
            engine.play(sound, one_shot=True, **options)  # type: ignore[arg-type]


def test_options_of_the_other_kind_are_refused(engine: aha.Engine) -> None:
    sound = constant(engine, 1000)
    with pytest.raises(aha.InvalidArgumentError, match="priority is not for players"):
        engine.play(sound, priority=1)  # type: ignore[call-overload]
    with pytest.raises(aha.InvalidArgumentError, match="reverse is not for one-shots"):
        engine.play(sound, reverse=True, one_shot=True)
