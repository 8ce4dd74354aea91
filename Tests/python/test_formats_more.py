"""Seeks, work and notes of files that the module libaha-ffmpeg.so reads."""

from __future__ import annotations

import base64
import io
import json
import subprocess
from pathlib import Path

import aha
import numpy as np
import pytest
from test_formats import RATE, ffmpeg


class Counted(io.BytesIO):
    """A file that counts the bytes read."""

    count = 0

    def readinto(self, room: bytearray) -> int:  # type: ignore[override]
        got = super().readinto(room)
        self.count += got
        return got


FAR = [("adts.aac", ["-c:a", "aac"]), ("ac3.ac3", ["-c:a", "ac3"]),
       ("dts.dts", ["-ar", "48000", "-c:a", "dca", "-strict", "-2"]),
       ("cues.mka", ["-c:a", "aac"]), ("none.mka", ["-c:a", "aac"])]


@pytest.mark.parametrize("name, options", FAR, ids=[name for name, _ in FAR])
def test_a_far_seek_reads_a_small_part(tmp_path: Path, name: str, options: list[str]) -> None:
    path = tmp_path / name
    ffmpeg("-f", "lavfi", "-i", f"sine=440:r={RATE}:d=120", "-ac", "2", *options, str(path))
    if name == "none.mka":
        # Into a pipe ffmpeg writes no cues.
        path.write_bytes(ffmpeg("-i", str(path), "-c", "copy", "-f", "matroska", "-"))
    file = Counted(path.read_bytes())
    size = len(file.getvalue())
    with aha.Engine.offline(sample_rate=48000 if name == "dts.dts" else RATE) as engine:
        sound = engine.load(file, streamed=True)
        whole = engine.load(path, streamed=False).read()
        for place in (0.9, 0.1, 0.5):
            file.count, offset = 0, int(len(sound) * place)
            error = np.abs(sound.read(offset, 3000) - whole[offset:offset + 3000]).max()
            assert error < 10 ** (-50 / 20)
            # Decoding from the start would read the most at 0.9.
            assert file.count < size / 2, place


def adts_frames(data: bytes) -> list[bytes]:
    frames = []
    while len(data) >= 7:
        length = (data[3] & 3) << 11 | data[4] << 3 | data[5] >> 5
        frames.append(data[:length])
        data = data[length:]
    return frames


def test_changes_of_the_rate_are_limited(engine: aha.Engine, tmp_path: Path) -> None:
    """Each change makes a resampler, which takes longer than decoding a packet."""
    parts = []
    for rate in (44100, 48000):
        path = tmp_path / f"{rate}.aac"
        ffmpeg("-f", "lavfi", "-i", f"sine=440:r={rate}:d=40", "-c:a", "aac", str(path))
        parts.append(adts_frames(path.read_bytes()))
    mixed = b"".join(one + other for one, other in zip(*parts))
    path = tmp_path / "mixed.aac"
    path.write_bytes(mixed)
    frames = engine.load(path).info.frames
    assert 1000 * 900 < frames < 1100 * 1100 < 2 * len(parts[0]) * 900


@pytest.fixture
def cover(tmp_path: Path) -> Path:
    path = tmp_path / "cover.png"
    ffmpeg("-f", "lavfi", "-i", "color=red:s=16x16", "-frames:v", "1", str(path))
    return path


@pytest.mark.parametrize("name", ["a.mp3", "a.flac", "a.ogg"])
def test_cover_and_chapters_of_libsndfiles_formats(tmp_path: Path, cover: Path, name: str) -> None:
    notes, path, flac = tmp_path / "notes.txt", tmp_path / name, tmp_path / "a.flac"
    notes.write_text(";FFMETADATA1\n[CHAPTER]\nTIMEBASE=1/1000\nSTART=0\nEND=500\ntitle=Intro\n")
    sine = ["-f", "lavfi", "-i", "sine=440:d=1"]
    # ffmpeg writes a comment's own chapters only as plain tags, and no picture into Ogg.
    tags = ["-metadata", "CHAPTER001=00:00:00.000", "-metadata", "CHAPTER001NAME=Intro"]
    ffmpeg(*sine, "-i", str(cover), *tags, "-map", "0", "-map", "1", "-c:v", "copy",
           "-disposition:v", "attached_pic", str(flac))
    if name == "a.ogg":
        block = picture_block(flac.read_bytes())
        ffmpeg(*sine, *tags, "-metadata", f"METADATA_BLOCK_PICTURE={block}", str(path))
    if name == "a.mp3":
        ffmpeg(*sine, "-i", str(cover), "-i", str(notes), "-map", "0", "-map", "1",
               "-map_chapters", "2", "-disposition:v", "attached_pic", "-c:v", "copy", str(path))
    piece = aha.Piece.load_tags(path)
    assert piece.cover == cover.read_bytes()
    assert [chapter.title for chapter in piece.chapters] == ["Intro"]


def picture_block(flac: bytes) -> str:
    """The first metadata block of type 6 (picture), as text."""
    place = 4
    while flac[place] & 127 != 6:
        place += 4 + int.from_bytes(flac[place + 1:place + 4], "big")
    length = int.from_bytes(flac[place + 1:place + 4], "big")
    return base64.b64encode(flac[place + 4:place + 4 + length]).decode()


def pictures(path: Path) -> list[str]:
    shown = subprocess.run(["ffprobe", "-v", "error", "-of", "json", "-show_streams", str(path)],
                           check=True, capture_output=True).stdout
    return [one["codec_name"] for one in json.loads(shown)["streams"]
            if one["disposition"]["attached_pic"]]


def test_a_cover_is_written_into_m4a(engine: aha.Engine, tmp_path: Path, cover: Path) -> None:
    path = tmp_path / "mix.m4a"
    engine.sound(np.zeros((RATE, 2), np.float32), RATE).save(path).wait()
    piece = aha.Piece(title="Day", length_us=1_000_000)
    piece.cover = cover.read_bytes()
    for _ in range(2):
        # A second cover replaces the first one.
        piece.embed(path)
        assert pictures(path) == ["png"]
    assert aha.Piece.load_tags(path).cover == cover.read_bytes()
    # A piece without a cover keeps that of the file.
    aha.Piece(title="Night", length_us=1_000_000).embed(path)
    assert aha.Piece.load_tags(path).cover == cover.read_bytes()
    assert engine.load(path).info.frames == RATE


def test_eight_channels_of_aac_are_folded_by_their_places(tmp_path: Path) -> None:
    path, rest = tmp_path / "eight.m4a", 1 + 3 * 0.5 ** 0.5
    # Left, right, center, low frequency, back left, back right, side left, side right.
    gains = {0: (1, 0), 1: (0, 1), 2: (0.7071, 0.7071), 4: (0.7071, 0), 5: (0, 0.7071),
             6: (0.7071, 0), 7: (0, 0.7071)}
    for channel, expected in gains.items():
        tones = "|".join("0.5*sin(2*PI*441*t)" if at == channel else "0" for at in range(8))
        ffmpeg("-f", "lavfi", "-i", f"aevalsrc='{tones}':s={RATE}:d=1:c=7.1", "-c:a", "aac", "-b:a",
               "640k", str(path))
        with aha.Engine.offline(sample_rate=RATE) as engine:
            sound = engine.load(path)
            assert sound.info.channels == 8
            peaks = np.abs(sound.read()[4096:-4096]).max(0)
        assert peaks * rest / 0.5 == pytest.approx(expected, abs=0.03)
