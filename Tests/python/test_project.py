"""Projects: edits, tracks, lanes, a recording session, and bounces."""

from __future__ import annotations

import math
from collections.abc import Iterator
from pathlib import Path

import aha
import numpy as np
import pytest


@pytest.fixture()
def wav(engine: aha.Engine, tmp_path: Path) -> Path:
    rng = np.random.default_rng(3)
    noise = rng.uniform(-0.5, 0.5, (48000, 2)).astype(np.float32)
    path = tmp_path / "noise.wav"
    engine.sound(noise, 48000).save(path).wait()
    return path


@pytest.fixture()
def project(tmp_path: Path) -> Iterator[aha.Project]:
    with aha.Project.create(tmp_path / "song.aha") as made:
        yield made


def test_a_convolution_has_a_file(project: aha.Project, wav: Path) -> None:
    effect = project.add_track(wav).add_effect("convolution", mix=1)
    assert effect.impulse_path == ""
    effect.set_impulse(wav, True)
    assert effect.impulse_path == str(wav)


def test_settings_and_title_are_kept(project: aha.Project, tmp_path: Path) -> None:
    assert project.path == str(tmp_path / "song.aha") and not project.read_only
    project.title = "Grün"
    project.set(tempo_bpm=93.5, sample_rate=44100)
    with pytest.raises(AttributeError, match="no sample_rate"):
        project.sample_rate = 7
    assert project.title == "Grün"
    assert project.settings == aha.ProjectSettings(93.5, 4, 4, 44100)
    with aha.Project(project.path, read_only=True) as reader:
        assert reader.read_only and reader.title == "Grün"


def test_edits_are_undone(project: aha.Project) -> None:
    before = project.revision
    with project.edit("two markers"):
        project.add_marker(7, "b")
        first = project.add_marker(3)
    project.set_marker(first, 4, "a")
    assert [(one.time_us, one.name) for one in project.markers] == [(4, "a"), (7, "b")]
    assert project.undo() and project.undo_title == "two markers"
    assert project.undo() and project.redo_title == "two markers" and not project.markers
    assert project.redo() and project.redo() and not project.redo() and project.redo_title == ""
    project.remove_marker(first)
    assert len(project.markers) == 1 and project.revision > before
    with pytest.raises(ZeroDivisionError), project.edit("nothing"):
        project.add_marker(1)
        1 / 0
    assert len(project.markers) == 1


def test_tracks_are_added_moved_and_removed(project: aha.Project, wav: Path,
                                            tmp_path: Path) -> None:
    bus = project.add_bus("drums", gain_db=-3)
    track = project.add_track(wav, "snare", bus=bus.id, start_us=5)
    other = project.add_track(wav, bus=bus, loop=True)
    assert other.get()["bus"] == bus.id and other.get()["loop_count"] == aha.LOOP_FOREVER
    other.set(loop=3, loop_end_us=200_000)
    assert (other.get()["loop_count"], other.get()["loop_end_us"]) == (3, 200_000)
    assert track.name == "snare" and track.path == str(wav)
    assert track.get()["bus"] == bus.id and track.get()["start_us"] == 5
    other.move(0)
    assert project.tracks == [other, track] and len({*project.tracks, track}) == 2
    assert track.file_state is aha.FileState.PRESENT
    moved = tmp_path / "moved.wav"
    wav.rename(moved)
    assert track.file_state is aha.FileState.MOVED and track.path == str(moved)
    track.path = moved
    other.remove()
    assert project.undo() and other in project.tracks


def test_a_part_of_a_sound_is_placed_and_split(project: aha.Project, wav: Path) -> None:
    track = project.add_track(wav, begin_us=250_000, end_us=750_000)
    second = track.split(300_000)
    assert [one.id for one in project.tracks] == [track.id, second.id]
    assert second.get()["fade_in_us"] == track.get()["fade_out_us"] == 10_000
    project.undo()
    assert [one.id for one in project.tracks] == [track.id]
    track.set(fade_in_us=100_000, fade_in_curve=aha.FadeShape.SMOOTH)
    assert (track.get()["fade_in_us"], track.get()["fade_in_curve"]) == (
        100_000, aha.FadeShape.SMOOTH)


def test_buses_are_a_tree(project: aha.Project) -> None:
    inner, outer = project.add_bus("inner"), project.add_bus("outer")
    inner.set(parent=outer.id, muted=1)
    inner.name = "in"
    assert inner.name == "in" and inner.get()["parent"] == outer.id
    inner.move(0)
    assert project.buses[0] == inner and project.master in project.buses
    inner.set(parent=project.master)
    inner.set(parent=outer)
    outer.remove()
    assert inner.get()["parent"] == project.master.id


def test_effects_are_added_moved_and_removed(project: aha.Project, wav: Path) -> None:
    track = project.add_track(wav)
    filter = track.add_effect("filter", cutoff_hz=800)
    first = track.add_effect("reverb", 0)
    assert [one.kind for one in track.effects] == ["reverb", "filter"]
    assert filter.get("cutoff_hz") == 800 and not filter.bypassed
    filter.bypassed = True
    filter.move(project.master, 0)
    assert project.master.effects == [filter] and filter.bypassed
    first.remove()
    assert not track.effects
    with pytest.raises(aha.InvalidArgumentError):
        filter.set(loudness=3)
    with pytest.raises(aha.InvalidArgumentError):
        track.add_effect("kazoo")


def test_a_preset_of_an_effect_is_one_edit(project: aha.Project, wav: Path) -> None:
    reverb = project.add_track(wav).add_effect("reverb", mix=0.5)
    before = reverb.get("decay_s")
    reverb.load_preset("room")
    assert (reverb.get("decay_s"), reverb.get("mix")) == (0.5, 0.5)
    project.undo()
    assert reverb.get("decay_s") == before


def test_a_lane_names_its_parameter(project: aha.Project, wav: Path) -> None:
    track = project.add_track(wav)
    effect = track.add_effect("filter")
    lanes = [track.add_lane("pan"), effect.add_lane("cutoff_hz")]
    names = [next(one.name for one in owner.info.parameters if one.number == lane.parameter)
             for owner, lane in zip((track, effect), lanes)]
    assert names == ["pan", "cutoff_hz"] and effect.info.name == "filter"


def test_the_speed_of_a_track_moves_and_is_recorded(project: aha.Project, wav: Path) -> None:
    track = project.add_track(wav)
    track.set(speed=0.5, reverse=True)
    assert (track.get()["speed"], track.get()["reverse"]) == (0.5, 1)
    lane = track.add_lane("speed", mode="latch")
    assert lane.parameter == aha.TrackParameter.SPEED
    with aha.Engine.offline() as engine, aha.Session(project, engine) as session:
        assert session.end_us == 2_000_000
        session.start(0)
        engine.render(4800)
        session.set_speed(track, 1.5)
        engine.render(4800)
        session.stop()
        engine.render(9600)
        assert session.save_moves() == 1
        session.release_speed(track)
    assert 100_000 <= lane.points()[0].time_us <= 102_000 and lane.points()[-1].value == 1.5


def test_tracks_follow_the_tempo_of_the_project(project: aha.Project, wav: Path) -> None:
    track = project.add_track(wav)
    lane = project.master.add_lane("tempo_bpm", [(0, 60, "step"), (2_000_000, 60, "exponential"),
                                                 (4_000_000, 120, "step")])
    assert lane.parameter == aha.MasterParameter.TEMPO
    beats = 2 + 2 / math.log(2)
    assert project.beat(4_000_000) == pytest.approx(beats)
    assert project.beat_us(beats) == 4_000_000
    assert project.grid_us(1_900_000, grid="bar") == project.beat_us(0)
    track.set(tempo_bpm=120, start_us=project.grid_us(700_000))
    assert track.get()["start_us"] == 1_000_000
    with aha.Engine.offline() as engine, aha.Session(project, engine) as session:
        assert session.end_us == pytest.approx(2_858_585, abs=100)
    piece = aha.Piece()
    piece.tempo_bpm, piece.tonality = 90, aha.Tonality.read("Am")
    track.fit(piece, 0)
    assert track.get()["tempo_bpm"] == 90 and track.effects[0].get("cents") == 300


def test_points_of_lanes_are_set_and_cleared(project: aha.Project, wav: Path) -> None:
    track = project.add_track(wav)
    lane = track.add_lane("gain_db", [(0, -60, "exponential"), aha.Point(500, 0)])
    assert track.lanes == [lane] and lane.mode is aha.LaneMode.READ
    lane.set(250, -6, "smooth")
    assert [(one.time_us, one.value) for one in lane.points()] == [(0, -60), (250, -6), (500, 0)]
    assert lane.points(1, 300)[0].curve is aha.PointCurve.SMOOTH
    lane.replace(0, 300, [(100, -1, "step")])
    assert len(lane) == 2 and lane.clear(400) == 1 and len(lane) == 1
    lane.add([(1000, 0), (1000, -12), (2000, 0)])  # two points at one time make a jump
    assert [(one.time_us, one.value) for one in lane.points(1000)] == [
        (1000, 0), (1000, -12), (2000, 0)]
    lane.mode = "off"
    assert lane.mode is aha.LaneMode.OFF
    lane.remove()
    assert not track.lanes


def test_a_performance_is_recorded_and_bounced(project: aha.Project, wav: Path,
                                                   tmp_path: Path) -> None:
    track = project.add_track(wav)
    filter = track.add_effect("filter")
    lane = filter.add_lane("cutoff_hz", mode="touch")
    with aha.Engine.offline() as engine:
        session = aha.Session(project, engine)
        assert session.project is project and session.end_us == 1_000_000
        session.loop(0, 500_000)
        session.clear_loop()
        session.start(0)
        effect = session.effect(filter)
        assert session.fader(track).get("gain_db") == 0
        for step in range(10):
            effect.set("cutoff_hz", 500 + 300 * step)
            engine.render(1000)
        session.let_go(effect, "cutoff_hz")
        engine.render(4000)
        assert session.running and session.position_us > 250_000
        session.stop()
        engine.render(1000)
        session.seek(0)
        assert session.save_moves(exact=True) == 1 and session.lost_moves == 0
        assert len(lane) >= 10
        session.update()
    options = {"encoding": "float_32", "end_us": 1_000_000, "tail": False}
    out = tmp_path / "out.wav"
    project.bounce(out, **options).wait()
    memory = aha.Stream.memory()
    job = project.bounce(memory, threads=2, container="wav", **options)
    assert job.wait() and job.stage == "done" and not job.closed
    with aha.Engine.offline() as engine:
        bounced, streamed = (engine.load(source).read() for source in (out, memory))
        assert np.array_equal(bounced, streamed) and len(bounced) == 48000


def test_a_stem_is_bounced_at_a_loudness(project: aha.Project, wav: Path, tmp_path: Path) -> None:
    track = project.add_track(wav, gain_db=-20)
    project.bounce(tmp_path / "stem.wav", only=track, loudness_lufs=-23).wait()
    with aha.Engine.offline() as engine:
        assert len(engine.load(tmp_path / "stem.wav").read()) >= 48000


def test_silent_tracks_are_listed(project: aha.Project, wav: Path) -> None:
    there, gone = project.add_track(wav), project.add_track(wav)
    with aha.Engine.offline() as engine, aha.Session(project, engine) as session:
        assert session.silent_tracks == []
        other = wav.with_name("other.wav")
        other.write_bytes(wav.read_bytes()[:-40])
        gone.path = other
        other.unlink()
        session.update()
        assert session.silent_tracks == [gone] and there not in session.silent_tracks


def test_a_session_streams_what_exceeds_the_limit_of_its_engine(project: aha.Project,
                                                                wav: Path) -> None:
    track = project.add_track(wav)
    with aha.Engine.offline(max_resident_bytes=1000) as engine:
        aha.Session(project, engine)
        event = next(one for one in engine.events_now()
                     if one.kind == aha.EventKind.SOUND_STREAMED)
        assert (event.value, event.line) == (track.id, str(wav))


def test_parts_send_and_duck(project: aha.Project, wav: Path) -> None:
    voice, hall, music = project.add_track(wav), project.add_bus("hall"), project.add_bus("music")
    send = voice.send(hall, gain_db=-12, before_fader=True)
    assert send.source == (voice, aha.SendPoint.BEFORE_FADER) and hall.source is None
    assert send.get()["parent"] == hall.id and send.get()["gain_db"] == -12
    assert send in project.buses and send.add_lane("gain_db", [(0, -60), (1000, 0)])
    compressor = music.duck(voice, depth_db=6)
    assert compressor.kind == "compressor" and compressor.sidechain == voice
    compressor.sidechain = hall
    assert compressor.sidechain == hall
    compressor.sidechain = None
    assert compressor.sidechain is None
    send.remove()
    assert send not in project.buses
