"""Effects that Python implements, and impulse responses."""

import gc
import weakref

import numpy as np
import pytest

import aha

TONE = np.full((9600, 2), 0.5, np.float32)


@pytest.fixture
def engine():
    with aha.Engine.offline(limiter=False) as engine:
        yield engine


def played(engine, effect=None):
    """Renders the tone through an effect, without its beginning."""
    player = engine.play(engine.sound(TONE, 48000))
    if effect is not None:
        player.chain.add(effect)
    return np.array(engine.render(4800))[2400:]


def scale(left, right, values):
    left *= values["gain"]
    right *= values["gain"]


def test_a_function_of_python_is_an_effect(engine):
    effect = aha.HostEffect(engine, scale, {"gain": (0, 2, 0.25)}, name="scale")
    assert np.allclose(played(engine, effect), 0.25 * 0.5)
    effect.set("gain", 2, over=0)
    assert np.allclose(np.array(engine.render(1024)), 2 * 0.5)
    assert effect.get("gain") == 2 and effect.info.name == "scale"


def test_an_exception_makes_silence_and_is_kept(engine):
    error = ZeroDivisionError("no")

    def fail(left, right, values):
        raise error

    effect = aha.HostEffect(engine, fail)
    assert not played(engine, effect).any()
    assert effect.failure is error


def test_the_chain_keeps_the_effect_alive(engine):
    class Scale:
        def __call__(self, left, right, values):
            left *= 0.5

    process = Scale()
    alive = weakref.ref(process)
    player = engine.play(engine.sound(TONE, 48000))
    player.chain.add(aha.HostEffect(engine, process, name="own"))
    del process
    gc.collect()
    assert np.allclose(np.array(engine.render(4800))[2400:, 0], 0.25)
    assert player.chain[0].info.name == "own"
    engine.close()
    gc.collect()
    assert alive() is None


def test_an_impulse_response_is_heard(engine):
    effect = aha.Convolution(engine, mix=1)
    effect.set_impulse(engine.sound(np.array([0, 0, 0.5], np.float32), 48000), normalize=False)
    assert np.allclose(played(engine, effect), 0.25)
