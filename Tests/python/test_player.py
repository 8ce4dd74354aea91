"""Players: position, gain, pan, loop, bus."""

from __future__ import annotations

import gc
from pathlib import Path

import aha
import numpy as np
import pytest
from conftest import constant

State = aha.PlayerState
RAMP = 221  # frames of 5 ms at 44100 Hz, rounded up


def test_stop_pause_resume_and_seek_move_the_position(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 20000))
    engine.render(1000)
    player.pause()
    engine.render(1000)
    paused = player.position
    assert player.state == State.PAUSED and 1000 <= paused <= 1000 + RAMP + 1
    assert not engine.render(10).any() and player.position == paused
    player.resume()
    engine.render(1000)
    assert (player.state, player.position) == (State.PLAYING, paused + 1000)
    player.seek(15000)
    engine.render(100)
    assert player.position == 15100
    player.stop()
    engine.render(1000)
    assert (player.state, player.position) == (State.STOPPED, 0)
    with pytest.raises(aha.StateError):
        player.resume()


def test_a_part_of_a_sound_is_played(engine: aha.Engine) -> None:
    sound = constant(engine, 10000)
    player = engine.play(sound, begin=4000, end=5000)
    engine.render(1500)
    assert (player.range_frames, player.position) == ((4000, 5000), 4000)
    player.loop = True
    player.set_range_frames(4500)
    assert (player.range_frames, player.loop_frames) == ((4500, 10000), (4500, 5000))
    player.set_range_frames(0, 4500)
    assert (player.range_frames, player.loop_frames, player.loop) == ((0, 4500), (0, 4500), False)


def test_a_next_sound_continues_a_player(engine: aha.Engine) -> None:
    first, second = constant(engine, 9001), constant(engine, 9000)
    player = engine.play(first)
    player.set_next(second)
    engine.render(10000)
    events = [(event.source, event.frame) for event in engine.events_now()
              if event.kind == aha.EventKind.PLAYER_CONTINUED]
    assert events == [(player, 9001)]
    assert player.sound is second and player.range_frames == (0, len(second))
    player.set_next(first, over=1000, curve="equal_power")
    player.set_next(None)


def test_the_loop_of_a_file_is_played(engine: aha.Engine, tmp_path: Path) -> None:
    constant(engine, 88200).save(tmp_path / "a.wav").wait()
    piece = aha.Piece(title="Loop", length_us=2_000_000, loop_us=(500_000, 1_500_000))
    piece.embed(tmp_path / "a.wav")
    sound = engine.load(tmp_path / "a.wav")
    assert [tuple(loop) for loop in sound.loops] == [
        (22050, 66150, aha.player.LOOP_FOREVER, aha.LoopMode.FORWARD)]
    player = engine.play(sound, loop="file")
    assert (player.loop_frames, player.loop) == ((22050, 66150), True)
    engine.render(22050 + 3 * 44100 + 100)
    assert player.position == 22150
    plain = engine.player(engine.sound(np.zeros(9, np.float32), 44100), loop="file")
    assert plain.loop is False
    player.set_loop(None)
    assert player.loop is False
    player.set_loop(sound.loops[0])
    assert (player.loop_frames, player.loop) == ((22050, 66150), True)


def test_a_ping_pong_loop_runs_back_and_forth(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 1000), loop="ping_pong")
    engine.render(1300)
    assert (player.position, player.loop) == (700, "ping_pong")
    player.set_loop_frames(100, 200, "ping_pong")
    assert (player.loop_frames, player.loop) == ((100, 200), "ping_pong")
    with pytest.raises(aha.InvalidArgumentError):
        player.set_loop_frames(100, 200, "file")
    with pytest.raises(aha.InvalidArgumentError):
        player.loop = "backwards"


def test_a_loop_is_shown_as_it_was_set(engine: aha.Engine) -> None:
    player = engine.player(constant(engine, 3000))
    assert (player.loop_frames, player.loop) == ((0, 3000), False)
    for loop in (True, 3, 0):
        player.loop = loop
        assert (player.loop_frames, player.loop) == ((0, 3000), loop)
    player.set_loop_frames(1000, 2000, 2)
    assert (player.loop_frames, player.loop) == ((1000, 2000), 2)
    player.start()
    engine.render(2500)
    assert player.position == 1500
    engine.render(2500 + RAMP)
    assert player.state == State.ENDED
    player.loop = True
    assert (player.loop_frames, player.loop) == ((1000, 2000), True)


def test_gain_and_pan_are_shown_as_they_were_set(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 20000), gain_db=-6, pan=-1)
    assert (player.gain_db, player.pan) == (-6, -1)
    left, right = engine.render(1000)[-1]
    assert left == pytest.approx(0.25 * 10 ** (-6 / 20), rel=1e-3) and abs(right) < 1e-6
    player.gain_db, player.pan = float("-inf"), 0.5
    assert (player.gain_db, player.pan) == (float("-inf"), 0.5)
    with pytest.raises((TypeError, ValueError)):
        player.gain_db = "loud"  # type: ignore[assignment]


def test_a_player_moves_to_another_bus(engine: aha.Engine) -> None:
    bus = engine.bus()
    player = engine.play(constant(engine, 20000), bus=bus)
    assert player.bus is bus
    player.bus = None
    assert player.bus is engine.master


def test_a_player_without_a_reference_plays_to_its_end(engine: aha.Engine) -> None:
    engine.play(constant(engine, 10000))
    gc.collect()
    np.testing.assert_allclose(engine.render(10000)[RAMP:], 0.25)


def test_players_that_ended_free_their_slots() -> None:
    with aha.Engine.offline(sample_rate=44100, max_players=4) as engine:
        sound = constant(engine, 100)
        for _ in range(50):
            engine.play(sound)
            engine.render(1000)


def test_players_that_were_just_started_keep_their_slots() -> None:
    with aha.Engine.offline(sample_rate=44100, max_players=4, limiter=False) as engine:
        sound = constant(engine, 3000)
        for _ in range(4):
            engine.play(sound)
        with pytest.raises(aha.LimitError):
            engine.play(sound)
        assert engine.render(1000)[-1, 0] == pytest.approx(1.0)


def test_a_paused_player_without_a_reference_frees_its_slot() -> None:
    with aha.Engine.offline(sample_rate=44100, max_players=1) as engine:
        player = engine.play(constant(engine, 50000))
        engine.render(1000)
        player.pause()
        del player
        engine.render(2000)
        assert not engine.render(100).any()
        engine.play(constant(engine, 100))


def test_repr_of_a_player_shows_its_values(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 50000), gain_db=-3, pan=0.5, loop=True)
    engine.render(100)
    assert repr(player) == ("<aha.Player state=playing position=100 gain_db=-3 pan=0.5 loop=True>")


def test_speed_moves_the_position_and_ramps(engine: aha.Engine) -> None:
    player = engine.play(constant(engine, 40000), speed=2)
    engine.render(1000)
    assert (player.speed, player.position) == (2, 2000)
    player.set_speed(4, over=1000)
    engine.render(1000)
    assert player.speed == 4 and player.position == pytest.approx(5000, abs=2)
    player.speed = 0.5
    assert player.speed == 0.5


def test_the_tempo_moves_the_position_and_ramps(engine: aha.Engine) -> None:
    player = engine.player(constant(engine, 400_000))
    player.tempo_ratio = 2
    player.start()
    engine.render(20_000)
    assert player.tempo_ratio == 2 and player.position == pytest.approx(40_000, abs=2048)
    player.set_tempo_ratio(0.5, over=9600)
    engine.render(20_000)
    begin = player.position
    engine.render(20_000)
    assert player.tempo_ratio == 0.5 and player.position - begin == pytest.approx(10_000, abs=2)


def test_a_player_follows_the_tempo_of_the_engine(engine: aha.Engine) -> None:
    engine.tempo = 150
    player = engine.player(constant(engine, 2 * engine.sample_rate), loop=True)
    player.follow(119.5, quantize_beats=4)
    assert player.followed_tempo == 120 and player.tempo_ratio == 1.25
    engine.render(100)
    player.start()
    engine.render(engine.beat_frame(8) - 100)
    assert engine.position_beats == pytest.approx(8)
    started, = [event for event in engine.events_now()
                if event.kind == aha.EventKind.PLAYER_STARTED]
    assert started.frame == engine.beat_frame(4)
    player.follow(0)
    engine.set_tempo(60, over=1)
    assert engine.tempo == 60 and player.followed_tempo == 0 and player.tempo_ratio == 1.25


def test_a_metronome_clicks_on_its_own_pair() -> None:
    with aha.Engine.offline(channels=4) as engine:
        headphones = engine.bus()
        headphones.output = 2
        engine.metronome(headphones).start()
        peaks = np.abs(engine.render(48000)).max(axis=0)
    assert peaks[0] == peaks[1] == 0
    assert peaks[2] == peaks[3] > 0.1


def test_a_metronome_counts_in(engine: aha.Engine) -> None:
    metronome = engine.metronome(beats_per_bar=3, gain_db=-6)
    start = metronome.count_in(bars=2)
    beat = engine.sample_rate // 2
    assert start == 6 * beat
    metronome.stop(at=start)
    engine.render(start + 2 * beat)
    assert [event.frame for event in engine.events_now()
            if event.kind == aha.EventKind.PLAYER_STARTED] == [n * beat for n in range(6)]


def test_reverse_plays_from_the_end(engine: aha.Engine) -> None:
    player = engine.player(constant(engine, 4000), reverse=True, quality=aha.SpeedQuality.FAST)
    assert player.reversed and player.position == 4000
    player.start()
    engine.render(1000)
    assert player.position == 3000
    player.reversed = False
    engine.render(1000)
    assert not player.reversed and player.position == 4000


def test_an_envelope_and_a_gain_follow_their_curves(engine: aha.Engine) -> None:
    player = engine.player(constant(engine, 50000))
    player.set_envelope(4000, 2000, -20, 1000, attack_shape=aha.FadeShape.EQUAL_POWER)
    player.start()
    level = engine.render(8000)[:, 0]
    assert level[1999] == pytest.approx(level[3999] * 0.5 ** 0.5, rel=0.001)
    assert level[-1] == pytest.approx(level[3999] / 10)
    player.set_gain_db(-40, over=4000, curve=aha.FadeShape.EXPONENTIAL)
    assert engine.render(4000)[1999, 0] == pytest.approx(level[-1] / 10, rel=0.01)
    player.stop()
    assert engine.render(1001)[500, 0] > 0 and player.state == State.STOPPED
    player.set_envelope()
    player.start()
    assert engine.render(1000)[-1, 0] == pytest.approx(level[3999] / 100)


def test_a_choke_group_and_velocities_play_drums(engine: aha.Engine) -> None:
    first, second = engine.player(constant(engine, 9000)), engine.player(constant(engine, 9000))
    for player in (first, second):
        player.set_choke_group(3, fade=500)
    first.start(velocity=0.5)
    second.start(at=3000)
    output = engine.render(3501)
    assert output[2999, 0] == pytest.approx(output[-1, 0] / 4)
    assert (first.state, second.state) == (State.STOPPED, State.PLAYING)
