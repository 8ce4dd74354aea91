"""Effects for arrays: alone, in boards, as streams, in other processes and threads."""

from __future__ import annotations

import copy
import gc
import multiprocessing
import pickle
import threading
from typing import Any

import aha
import numpy as np
import pytest

RATE = 44100
KINDS = [kind.name.title().replace("_", "") for kind in aha.effect_kinds()]


def noise(frames: int = 20_000, channels: int = 2, seed: int = 1) -> Any:
    return (np.random.default_rng(seed).standard_normal((frames, channels)) * 0.1).astype("f")


MUSIC = noise()


def board() -> aha.Board:
    return aha.Board([aha.Pitch(cents=300), aha.Filter(cutoff_hz=800)])


def halved() -> aha.HostEffect:
    return aha.HostEffect(half, {"gain": (0, 1, 0.5)}, tail_frames=100)


def half(left: Any, right: Any, values: Any) -> None:
    left *= values["gain"]
    right *= values["gain"]


def test_an_empty_board_copies_the_samples() -> None:
    for samples in (MUSIC, MUSIC[:, 0].copy(), MUSIC[:, :1].copy(), MUSIC[:0]):
        result = aha.Board()(samples, RATE)
        assert np.array_equal(result, samples) and result is not samples


@pytest.mark.parametrize("name", KINDS)
def test_an_effect_keeps_length_shape_and_place(name: str) -> None:
    effect = getattr(aha, name)()
    for samples in (MUSIC, MUSIC[:, 0].copy(), MUSIC[:100], np.zeros((0, 1), "f")):
        result = effect(samples, RATE)
        assert result.shape == samples.shape and result.dtype == np.float32
        assert np.isfinite(result).all()
    effect.bypassed = True
    assert np.array_equal(effect(MUSIC, RATE), MUSIC)  # delayed by the latency, and moved back


@pytest.mark.parametrize("name", KINDS)
def test_an_effect_does_what_it_does_in_an_engine(name: str) -> None:
    kind = getattr(aha, name)
    with aha.Engine.offline(sample_rate=RATE, limiter=False, max_players=1) as engine:
        silent = np.pad(MUSIC, ((2000, 2000), (0, 0)))  # while the player fades in and out
        engine.master.chain.add(kind(engine))
        engine.play(engine.sound(silent, RATE))
        heard = engine.render(len(silent))
    assert np.abs(kind()(silent, RATE) - heard).max() < 1e-5


def test_calls_with_reset_are_equal_and_those_without_continue() -> None:
    whole = board()(MUSIC, RATE)
    same = board()
    assert np.array_equal(same(MUSIC, RATE), same(MUSIC, RATE))
    for size in (64, 512, 3000):
        stream = board()
        parts = [stream(MUSIC[at:at + size], RATE, reset=False)
                 for at in range(0, len(MUSIC), size)]
        assert sum(map(len, parts)) == len(MUSIC) - stream[0].latency_frames
        parts.append(stream(MUSIC[:0], RATE, reset=False, tail=0.0))
        assert np.array_equal(np.concatenate(parts), whole)
    assert np.array_equal(board()(MUSIC, RATE, buffer=1000), whole)


def test_a_tail_is_appended_on_demand() -> None:
    reverb = aha.Reverb(decay_s=0.5)
    whole = reverb(MUSIC, RATE, tail=True)
    assert len(MUSIC) + RATE // 2 < len(whole) < len(MUSIC) + 2 * RATE
    assert np.abs(whole[-1]).max() > 1e-5
    assert np.array_equal(whole[:len(MUSIC)], reverb(MUSIC, RATE))
    second = reverb(MUSIC, RATE, tail=1.0)
    assert len(second) == len(MUSIC) + RATE
    assert np.array_equal(second[:len(whole)], whole[:len(second)])
    assert len(aha.Board()(MUSIC, RATE, tail=0.5)) == len(MUSIC) + RATE // 2
    assert len(aha.Board()(MUSIC, RATE, tail=True)) == len(MUSIC)


def test_one_channel_is_half_the_sum_of_two() -> None:
    mono = MUSIC[:, 0].copy()
    wide = aha.Reverb()(np.stack([mono, mono], axis=1), RATE)
    assert np.abs(aha.Reverb()(mono, RATE) - wide.mean(axis=1)).max() < 1e-6


def test_integers_sequences_and_sounds_are_samples() -> None:
    assert np.array_equal(aha.Board()((MUSIC * 32768).astype("i2"), RATE),
                          (MUSIC * 32768).astype("i2") / np.float32(32768))
    assert aha.Board()([0.25, -0.5], RATE).tolist() == [0.25, -0.5]
    strided = np.asfortranarray(MUSIC)
    assert np.array_equal(aha.Board()(strided, RATE), MUSIC)
    fixed = MUSIC.copy()
    fixed.flags.writeable = False
    assert np.array_equal(aha.Board()(fixed, RATE), MUSIC)
    with aha.Engine.offline(sample_rate=RATE) as engine:
        assert np.array_equal(aha.Board()(engine.sound(MUSIC, RATE)), MUSIC)
    with pytest.raises(TypeError, match="sample_rate"):
        aha.Board()(MUSIC)
    with pytest.raises(aha.InvalidArgumentError, match="3 channels"):
        aha.Board()(np.zeros((10, 3), "f"), RATE)
    with pytest.raises(aha.InvalidArgumentError):
        aha.Board()(MUSIC, 100)


@pytest.mark.parametrize("other", [1, None, "reverb", aha.Reverb, object()])
def test_only_effects_are_in_boards(other: Any) -> None:
    board = aha.Board([aha.Reverb()])
    with pytest.raises(TypeError, match="is no effect"):
        board.append(other)
    with pytest.raises(TypeError, match="is no effect"):
        board[0] = other
    assert len(board) == 1


def test_values_move_smoothly_during_a_stream() -> None:
    fader = aha.Fader()
    tone = np.ones((4096, 2), "f")
    fader(tone, RATE, reset=False)
    fader.gain_db = -20
    after = fader(tone, RATE, reset=False)
    assert abs(after[0, 0] - 1) < 0.05 and abs(after[-1, 0] - 0.1) < 1e-4
    assert np.abs(np.diff(after[:, 0])).max() < 0.02
    assert np.allclose(fader(tone, RATE), 0.1, atol=1e-5)  # a whole sound begins with the values


def test_another_rate_keeps_the_values() -> None:
    effect = aha.Filter(cutoff_hz=500, type="high_pass")
    for rate in (RATE, 96000, RATE):
        wanted = aha.Filter(cutoff_hz=500, type="high_pass")(MUSIC, rate)
        assert np.array_equal(effect(MUSIC, rate), wanted)
    assert effect.cutoff_hz == 500


def test_a_board_is_a_list() -> None:
    effects = aha.Board([aha.Reverb()])
    delay = aha.Delay()
    effects.append(delay)
    effects.insert(0, aha.Gate())
    assert [type(one).__name__ for one in effects] == ["Gate", "Reverb", "Delay"]
    effects(MUSIC, RATE)
    effects[1] = aha.Fader(gain_db=-120)
    assert not effects(MUSIC, RATE)[1000:].any()
    del effects[:2]
    assert list(effects) == [delay] and len(effects) == 1
    assert np.array_equal(effects(MUSIC, RATE), aha.Delay()(MUSIC, RATE))
    assert "Delay" in repr(effects)
    with pytest.raises(IndexError):
        effects[3]


def test_an_effect_is_in_one_place() -> None:
    reverb = aha.Reverb()
    first = aha.Board([reverb])
    with pytest.raises(aha.StateError, match="board"):
        aha.Board([reverb])
    with pytest.raises(aha.StateError, match="board"):
        reverb(MUSIC, RATE)
    first.clear()
    reverb(MUSIC, RATE)
    aha.Board([reverb])(MUSIC, RATE)
    with aha.Engine.offline() as engine:
        bound = aha.Reverb(engine, mix=0.7)
        with pytest.raises(aha.StateError, match="engine"):
            bound(MUSIC, RATE)
        assert copy.copy(bound).mix == pytest.approx(0.7)
        engine.master.chain.add(reverb)
        assert engine.master.chain[0] is reverb and reverb.engine is engine
        with pytest.raises(aha.StateError, match="engine"):
            aha.Board([reverb])


def test_effects_of_a_collected_board_are_usable() -> None:
    reverb = aha.Reverb(mix=0.9)
    aha.Board([reverb])(MUSIC, RATE)
    gc.collect()
    assert reverb.mix == pytest.approx(0.9)
    assert len(reverb(MUSIC, RATE)) == len(MUSIC)


@pytest.mark.parametrize("copied", [copy.copy, copy.deepcopy,
                                    lambda one: pickle.loads(pickle.dumps(one))],
                         ids=["copy", "deepcopy", "pickle"])
def test_copies_have_the_values_and_their_own_state(copied: Any) -> None:
    impulse = noise(500, 1, seed=2)
    convolution = aha.Convolution(mix=1)
    convolution.set_impulse(impulse, RATE, normalize=False)
    muted = aha.Reverb()
    muted.bypassed = True
    chain = aha.Board([aha.Pitch(cents=-200), convolution, muted, halved()])
    wanted = chain(MUSIC, RATE)
    other = copied(chain)
    assert [type(one) for one in other] == [type(one) for one in chain]
    assert np.array_equal(other(MUSIC, RATE), wanted)
    other[0].cents = 0
    assert chain[0].cents == -200
    assert np.array_equal(chain(MUSIC, RATE), wanted)
    direct = np.convolve(MUSIC[:, 0], impulse[:, 0])[:len(MUSIC)]
    alone = copied(convolution)(MUSIC, RATE)
    assert np.abs(alone[:, 0] - direct).max() < 1e-4


def test_a_function_is_an_effect() -> None:
    assert np.array_equal(halved()(MUSIC, RATE), MUSIC / 2)
    late = aha.HostEffect(lambda left, right, values: None, latency_frames=300)
    assert len(late(MUSIC, RATE)) == len(MUSIC)

    def fails(left: Any, right: Any, values: Any) -> None:
        raise ZeroDivisionError("in the effect")

    with pytest.raises(ZeroDivisionError):
        aha.HostEffect(fails)(MUSIC, RATE)


def _processed(chain: aha.Board) -> bytes:
    return bytes(chain(MUSIC, RATE))


SHARED = board()


def _shared(number: int) -> bytes:
    aha.write("/dev/null", MUSIC, RATE, format="wav") if number < 0 else None
    return bytes(SHARED(MUSIC, RATE))


@pytest.mark.parametrize("method", ["fork", "spawn"])
def test_other_processes_get_boards(method: str) -> None:
    wanted = bytes(SHARED(MUSIC, RATE))
    with multiprocessing.get_context(method).Pool(2) as pool:
        assert pool.map(_processed, [board(), board(), SHARED]) == [wanted] * 3
        assert pool.map(_shared, range(3)) == [wanted] * 3


def test_boards_of_threads_run_at_once() -> None:
    wanted = board()(MUSIC, RATE)
    results: list[Any] = []
    threads = [threading.Thread(target=lambda: results.append(board()(MUSIC, RATE)))
               for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(results) == 8 and all(np.array_equal(one, wanted) for one in results)


def test_a_live_board_plays_and_gives_its_effects_back() -> None:
    fader = aha.Fader(gain_db=-6.0206)
    effects = aha.Board([fader])
    with effects.live(input=None, output="stepped") as engine:
        engine.play(engine.sound(np.full((48000, 2), 0.5, "f"), 48000))
        device, = (one for one in engine._family.held() if isinstance(one, aha.Device))
        assert abs(device.step(9600)[-1, 0] - 0.25) < 1e-3
        fader.gain_db = -120
        assert abs(device.step(9600)[-1, 0]) < 1e-4
        with pytest.raises(aha.StateError, match="live"):
            effects(MUSIC, RATE)
    fader.gain_db = -6.0206
    assert np.allclose(effects(np.full((480, 2), 0.5, "f"), RATE), 0.25, atol=1e-4)


def test_the_chain_of_a_bus_forgets_its_frames() -> None:
    with aha.Engine.offline() as engine:
        engine.master.chain.reset()
        with pytest.raises(aha.UnsupportedError, match="player"):
            engine.player(engine.sound(MUSIC, RATE)).chain.reset()
