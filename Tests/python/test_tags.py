"""Covers, chapters and gains in audio files, as mutagen and ffprobe read them."""

from __future__ import annotations

import base64
import json
import subprocess
import zlib
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest

mutagen = pytest.importorskip("mutagen")

RATE = 48000
KINDS = ["mp3", "flac", "ogg", "opus", "m4a"]
CHAPTERS = [(0, "Größe"), (1_500_000, "Rain"), (2_250_400, "End")]


def png(shade: int = 0) -> bytes:
    """A picture of one pixel."""
    def chunk(kind: bytes, data: bytes) -> bytes:
        body = kind + data
        return len(data).to_bytes(4, "big") + body + zlib.crc32(body).to_bytes(4, "big")
    head = (1).to_bytes(4, "big") * 2 + bytes([8, 2, 0, 0, 0])
    pixel = zlib.compress(bytes([0, shade, 0, 0]))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixel) + chunk(b"IEND", b"")


@pytest.fixture(params=KINDS)
def song(request: pytest.FixtureRequest, tmp_path: Path) -> Path:
    """Three seconds with tags and a cover of another program."""
    path = tmp_path / f"song.{request.param}"
    array = np.random.default_rng(1).uniform(-0.1, 0.1, (3 * RATE, 2)).astype(np.float32)
    with aha.Engine.offline(sample_rate=RATE) as engine:
        engine.sound(array, RATE).save(path).wait()
    return path


def probed(path: Path) -> dict[str, Any]:
    command = ["ffprobe", "-v", "error", "-of", "json", "-show_chapters", "-show_format",
               "-show_streams", str(path)]
    found: dict[str, Any] = json.loads(subprocess.run(command, check=True,
                                                      capture_output=True).stdout)
    return found


def pictures(path: Path) -> list[bytes]:
    """As mutagen reads them."""
    file = mutagen.File(path)
    if path.suffix == ".mp3":
        return [one.data for one in file.tags.getall("APIC")]
    if path.suffix == ".m4a":
        return [bytes(one) for one in file.tags.get("covr", [])]
    if path.suffix == ".flac":
        return [one.data for one in file.pictures]
    from mutagen.flac import Picture
    return [Picture(base64.b64decode(one)).data
            for one in file.tags.get("metadata_block_picture", [])]


def decoded(path: Path) -> bytes:
    return subprocess.run(["ffmpeg", "-v", "error", "-i", path, "-map", "0:a", "-f", "md5", "-"],
                          check=True, capture_output=True).stdout


def piece() -> aha.Piece:
    made = aha.Piece(title="Morning", artist="Ada", length_us=3_000_000)
    made.cover = png()
    for begin, title in CHAPTERS:
        made.add_chapter(begin, title)
    return made


def test_covers_and_chapters_are_seen_by_others(song: Path) -> None:
    before = decoded(song)
    piece().embed(song)
    assert decoded(song) == before and pictures(song) == [png()]
    found = probed(song)
    assert [(round(float(one["start_time"]), 3), one["tags"]["title"])
            for one in found["chapters"]] == [
        (round(begin / 1e6, 3), title) for begin, title in CHAPTERS]
    assert float(found["chapters"][-1]["end_time"]) == pytest.approx(3, abs=0.1)
    assert any(stream["codec_type"] == "video" for stream in found["streams"])
    loaded = aha.Piece.load_tags(song)
    assert (loaded.title, loaded.artist, loaded.cover) == ("Morning", "Ada", png())
    assert [one.title for one in loaded.chapters] == [title for _, title in CHAPTERS]


def test_embedding_again_changes_no_byte_and_another_cover_replaces_one(song: Path) -> None:
    piece().embed(song)
    once = song.read_bytes()
    loaded = aha.Piece.load_tags(song)
    loaded.embed(song)
    assert song.read_bytes() == once
    loaded.cover = png(99)
    loaded.clear_chapters()
    loaded.add_chapter(1_000_000, "Only")
    loaded.embed(song)
    assert pictures(song) == [png(99)]
    assert [one["tags"]["title"] for one in probed(song)["chapters"]] == ["Only"]


def test_a_piece_without_cover_and_chapters_keeps_those_of_the_file(song: Path) -> None:
    piece().embed(song)
    aha.Piece(title="Evening", length_us=3_000_000).embed(song)
    assert pictures(song) == [png()] and len(probed(song)["chapters"]) == 3
    assert aha.Piece.load_tags(song).title == "Evening"


def tags_of(path: Path) -> dict[str, str]:
    """The gains, in upper case, as mutagen reads them."""
    found = {}
    for key, value in mutagen.File(path).tags.items():
        name = key.removeprefix("TXXX:").removeprefix("----:com.apple.iTunes:").upper()
        if "GAIN" in name:
            one = value[0] if isinstance(value, list) else value.text[0]
            found[name] = one.decode() if isinstance(one, bytes) else str(one)
    return found


def test_gains_are_written_read_and_leave_other_tags(song: Path) -> None:
    piece().embed(song)
    analysis, before = aha.Analysis(song), decoded(song)
    analysis.write_gain(song)
    gain = -18 - analysis.info.loudness_lufs
    found = tags_of(song)
    if song.suffix == ".opus":
        assert found == {"R128_TRACK_GAIN": str(round(256 * (gain - 5)))}
    else:
        assert found["REPLAYGAIN_TRACK_GAIN"] == f"{gain:.2f} dB"
        assert float(found["REPLAYGAIN_TRACK_PEAK"]) == pytest.approx(
            10 ** (analysis.info.true_peak_db / 20), rel=1e-4)
    loaded = aha.Piece.load_tags(song)
    assert loaded.gain.track_db == pytest.approx(gain, abs=0.006)
    assert loaded.gain.album_db is None and loaded.title == "Morning"
    assert decoded(song) == before and pictures(song) == [png()]
    once = song.read_bytes()
    analysis.write_gain(song)
    assert song.read_bytes() == once
    loaded.embed(song)
    assert tags_of(song) == found


def test_gains_of_an_album_stay(tmp_path: Path) -> None:
    path = tmp_path / "a.flac"
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=2", "-metadata",
                    "REPLAYGAIN_ALBUM_GAIN=-3.5 dB", "-metadata", "replaygain_track_gain=+1 dB",
                    path], check=True)
    assert aha.Piece.load_tags(path).gain[:3] == (1, None, -3.5)
    aha.Analysis(path).write_gain(path)
    assert aha.Piece.load_tags(path).gain.album_db == -3.5
    assert len(tags_of(path)) == 3


def test_silence_has_no_gain(tmp_path: Path) -> None:
    with aha.Engine.offline(sample_rate=RATE) as engine:
        engine.sound(np.zeros((RATE, 1), np.float32), RATE).save(tmp_path / "a.flac").wait()
    with pytest.raises(aha.EmptyError):
        aha.Analysis(tmp_path / "a.flac").write_gain(tmp_path / "a.flac")


@pytest.mark.parametrize("values", [(-1, 0), (5, 5), (0, -1), (2**62, 0)])
def test_a_chapter_has_a_time_of_a_piece(values: tuple[int, int]) -> None:
    with pytest.raises(aha.InvalidArgumentError):
        aha.Piece().add_chapter(values[0], "x", values[1])


@pytest.mark.parametrize("kind", KINDS)
def test_markers_of_a_project_become_chapters(tmp_path: Path, kind: str) -> None:
    wav, out = tmp_path / "a.wav", tmp_path / f"out.{kind}"
    aha.write(wav, np.random.default_rng(1).uniform(-0.1, 0.1, (3 * RATE, 1)), RATE)
    project = aha.Project.create(tmp_path / "song.aha")
    project.title = "Song"
    project.add_track(wav)
    for begin, title in [(500_000, "Early"), *((1_000_000 + begin // 2, title)
                                              for begin, title in CHAPTERS)]:
        project.add_marker(begin, title)
    project.bounce(out, begin_us=1_000_000).wait()
    found = probed(out)
    assert [(round(float(one["start_time"]), 3), one["tags"]["title"])
            for one in found["chapters"]] == [
        (round(begin / 2e6, 3), title) for begin, title in CHAPTERS]
    assert aha.Piece.load_tags(out).title == "Song"
