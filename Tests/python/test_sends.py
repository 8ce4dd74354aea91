"""Sends, side-chains and ducking of the binding."""

import math

import aha
import pytest

RATE = 48_000


@pytest.fixture
def engine():
    with aha.Engine.offline(sample_rate=RATE, limiter=False) as engine:
        yield engine


def constant(engine, bus, level=0.25):
    sound = engine.sound([level] * RATE, RATE)
    return engine.play(sound, bus=bus, loop=True)


def level(engine, bus):
    engine.render(4 * RATE)
    return bus.read_meter().rms_left


def test_a_send_is_a_bus_until_it_is_closed(engine):
    voice, hall = engine.bus(), engine.bus()
    constant(engine, voice)
    send = voice.send(hall, gain_db=-20)
    assert send.gain_db == -20 and send.parent is hall
    dry = level(engine, voice)
    assert math.isclose(level(engine, hall), dry / 10, rel_tol=0.02)
    send.close()
    assert level(engine, hall) < 1e-3 * dry


def test_a_player_sends_before_its_fader(engine):
    hall = engine.bus()
    player = constant(engine, None)
    player.send(hall, before_fader=True)
    player.gain_db = -math.inf
    assert level(engine, hall) > 0.1


def test_a_bus_ducks_by_another_one(engine):
    music, voice = engine.bus(), engine.bus()
    constant(engine, music)
    before = level(engine, music)
    ducker = music.duck(voice, depth_db=12)
    constant(engine, voice, 0.5)
    assert level(engine, music) < before / 3
    ducker.set_sidechain(None)
    with pytest.raises(aha.UnsupportedError):
        music.chain.add(aha.Reverb(engine)).set_sidechain(voice)
