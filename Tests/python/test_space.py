"""Players in space, modulated and automated speed, sounds at their own rate."""

from __future__ import annotations

import io
import aha
import numpy as np
import pytest
from conftest import constant

RAMP = 221  # frames of 5 ms at 44100 Hz, rounded up


def mono(engine: aha.Engine, frames: int = 20000) -> aha.Sound:
    return engine.sound(np.full((frames, 1), 0.5, np.float32), engine.sample_rate)


def test_a_player_is_heard_from_its_place(engine: aha.Engine) -> None:
    player = engine.play(mono(engine))
    player.set_space(aha.Space(position=(2, 0, 0), curve="inverse"))
    engine.render(1000)
    assert engine.render(1)[0] == pytest.approx([0, 0.25], abs=1e-6)
    engine.set_listener(aha.Listener(forward=(1, 0, 0)))
    engine.render(1000)
    assert engine.render(1)[0] == pytest.approx([0.25] * 2, abs=1e-6)
    engine.set_listener(None)
    engine.render(1000)
    assert engine.render(1)[0] == pytest.approx([0, 0.25], abs=1e-6)
    player.set_space(None)
    engine.render(1000)
    assert engine.render(1)[0] == pytest.approx([0.5] * 2, abs=1e-6)
    assert (player.gain_db, player.pan, player.speed) == (0, 0, 1)


def test_a_modulation_moves_the_speed_and_ends(engine: aha.Engine) -> None:
    player = engine.player(constant(engine, 40000))
    player.modulate_speed("sine", rate_hz=5, cents=1200)
    player.start()
    engine.render(4410)  # half a cycle, above the speed
    assert 1.3 * 4410 < player.position < 2 * 4410 and player.speed == 1
    player.stop_speed_modulation()
    engine.render(RAMP)
    before = player.position
    engine.render(1000)
    assert player.position - before == pytest.approx(1000, abs=1)


def test_points_automate_the_speed(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 40000))
    player.set_speed_points([(0, 1), (1000, 3, "step"), (2000, 2)], "engine")
    engine.render(1000)
    assert player.position == pytest.approx(2000, abs=1)
    engine.render(2000)
    assert player.position == pytest.approx(2000 + 3000 + 2000, abs=1)
    player.set_speed_points([])
    engine.render(1000)
    assert player.position == pytest.approx(9000, abs=1)


def test_a_sound_keeps_its_rate(engine: aha.Engine) -> None:
    source = engine.sound(np.full((22050, 1), 0.5, np.float32), 22050)
    file = io.BytesIO()
    other = aha.Engine.offline(sample_rate=22050)
    other.play(other.sound(np.full((22050, 1), 0.5, np.float32), 22050))
    other.save(file, seconds=1, container="wav").wait()
    sound = engine.load(file.getvalue(), keep_rate=True)
    assert (sound.sample_rate, len(sound), source.sample_rate) == (22050, 22050, 44100)
    assert len(sound.read()) == 22050
    player = engine.play(sound)
    engine.render(2000)
    assert player.position == 1000 and player.speed == 1
    assert engine.load(file.getvalue(), keep_rate=True, streamed=True).sample_rate == 22050
