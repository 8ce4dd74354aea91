"""Files that libsndfile refuses, which the module libaha-ffmpeg.so reads."""

from __future__ import annotations

import struct
from collections.abc import Callable
from pathlib import Path

import aha
import numpy as np
import pytest
from test_formats import RATE, ffmpeg

SOURCE = ["-f", "lavfi", "-i", f"anoisesrc=d=2:seed=2:a=0.3:r={RATE}", "-ac", "2"]


def chunks(wav: bytes) -> dict[bytes, bytes]:
    found, place = {}, 12
    while place + 8 <= len(wav):
        size = int.from_bytes(wav[place + 4:place + 8], "little")
        found[wav[place:place + 4]] = wav[place:place + 8 + size]
        place += 8 + size + size % 2
    return found


def riff(*parts: bytes) -> bytes:
    body = b"WAVE" + b"".join(parts)
    return b"RIFF" + struct.pack("<I", len(body)) + body


def short_peak(wav: bytes) -> bytes:
    parts = chunks(wav)
    return riff(parts[b"fmt "], b"PEAK" + struct.pack("<IIIfI", 16, 1, 0, 0.5, 3), parts[b"data"])


def two_formats(wav: bytes) -> bytes:
    parts = chunks(wav)
    return riff(parts[b"fmt "], parts[b"fmt "], parts[b"data"])


def two_data(wav: bytes) -> bytes:
    parts = chunks(wav)
    return riff(parts[b"fmt "], parts[b"data"], parts[b"data"])


FLOAT = ["-c:a", "pcm_f32le", "-f", "wav"]
WAVS: dict[str, tuple[list[str], Callable[[bytes], bytes]]] = {
    "a PEAK of a mono file": (FLOAT, short_peak),
    "two fmt": (["-f", "wav"], two_formats),
    "two data": (["-f", "wav"], two_data),
    "64-bit integers": (["-c:a", "pcm_s64le", "-f", "wav"], bytes),
}


@pytest.mark.parametrize("name", WAVS)
def test_an_unusual_wav_is_read(engine: aha.Engine, tmp_path: Path, name: str) -> None:
    options, change = WAVS[name]
    plain, path = tmp_path / "plain.wav", tmp_path / "changed.wav"
    ffmpeg(*SOURCE, *FLOAT, "-bitexact", str(plain))
    path.write_bytes(change(ffmpeg(*SOURCE, *options, "-bitexact", str(path)) or path.read_bytes()))
    wanted, found = engine.load(plain).read(), engine.load(path).read()
    assert len(found) >= len(wanted)
    assert np.abs(found[:len(wanted)] - wanted).max() < 1e-4


STREAMS = {"mp3": ["-c:a", "libmp3lame", "-f", "mp3"], "mp2": ["-c:a", "mp2", "-f", "mp2"],
           "aac": ["-c:a", "aac", "-f", "adts"], "ac3": ["-c:a", "ac3", "-f", "ac3"],
           "dts": ["-ar", "48000", "-c:a", "dca", "-strict", "-2", "-f", "dts"],
           "latm": ["-c:a", "aac", "-f", "latm"], "ts": ["-c:a", "mp2", "-f", "mpegts"]}


@pytest.mark.parametrize("offset", [1, 50, 333, 5001])
@pytest.mark.parametrize("name", STREAMS)
def test_a_stream_cut_anywhere_plays_its_rest(
        engine: aha.Engine, tmp_path: Path, name: str, offset: int) -> None:
    whole, path = tmp_path / f"whole.{name}", tmp_path / "rest"
    ffmpeg(*SOURCE, *STREAMS[name], str(whole))
    data = whole.read_bytes()
    path.write_bytes(data[offset:])
    sound, rest = engine.load(whole), engine.load(path)
    lost = len(sound) - len(rest)
    assert -1 <= lost / len(sound) <= 2 * offset / len(data) + 0.1
    assert np.abs(rest.read(len(rest) // 2, 4000)).max() > 0.05


@pytest.mark.parametrize("name", ["ls", "text", "noise"])
def test_files_without_sound_stay_unknown(engine: aha.Engine, tmp_path: Path, name: str) -> None:
    path = tmp_path / name
    path.write_bytes({"ls": Path("/bin/ls").read_bytes(), "text": b"Read me first.\n" * 9000,
                      "noise": np.random.default_rng(1).bytes(300_000)}[name])
    with pytest.raises(aha.UnknownFormatError, match="not audio of a known format"):
        engine.load(path)
