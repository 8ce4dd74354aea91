"""One-shots: sounds without players."""

from __future__ import annotations

from pathlib import Path

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


def test_an_envelope_ends_with_its_release() -> None:
    engine = aha.Engine.offline(limiter=False)
    sound = engine.sound(np.full(9000, 0.5, dtype="f4"), 48000)
    engine.play(sound, pan=-1, attack=1000, decay=500, sustain_db=-6.02, release=2000,
                stop_frame=3000, release_shape=aha.FadeShape.SMOOTH, one_shot=True)
    left = engine.render(6000)[:, 0]
    assert left[[499, 999, 2500, 3999]] == pytest.approx([0.25, 0.5, 0.25, 0.125], rel=0.01)
    assert not left[5000:].any()


def test_options_of_the_other_kind_are_refused(engine: aha.Engine) -> None:
    sound = constant(engine, 1000)
    with pytest.raises(aha.InvalidArgumentError, match="priority is not for players"):
        engine.play(sound, priority=1)  # type: ignore[call-overload]
    with pytest.raises(aha.InvalidArgumentError, match="reverse is not for one-shots"):
        engine.play(sound, reverse=True, one_shot=True)


def test_the_end_in_space_is_reported_with_its_number(engine: aha.Engine) -> None:
    engine.set_listener(aha.Listener(position=(-3, 0, 0)))
    engine.play(constant(engine, 1000), one_shot=True, number=42, space=aha.Space((-4, 0, 0)))
    left, right = engine.render(2000)[400]
    assert left > 0.1
    assert abs(right) < 1e-6
    ended = engine.events_now()[0]
    assert (ended.kind, ended.value, ended.frame) == (aha.EventKind.ONE_SHOT_ENDED, 42, 1000)


def test_a_file_plays_in_one_call(engine: aha.Engine, tmp_path: Path) -> None:
    path = tmp_path / "click.wav"
    constant(engine, 500).save(path).wait()
    engine.play_file(path, gain_db=-6.0206, at=100)
    output = engine.render(500)[:, 0]
    assert not output[:99].any()
    assert output[450] == pytest.approx(0.125, rel=0.01)
