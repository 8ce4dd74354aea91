"""Conversions, read by soundfile and ffprobe."""

from __future__ import annotations

import io
import json
import subprocess
from pathlib import Path

import aha
import numpy as np
import pytest
import soundfile

RATE = 44100
FRAMES = 2 * RATE + 17


def noise(channels: int, bits: int) -> np.ndarray:
    """Frames that words of so many bits hold exactly."""
    scale = 2 ** (bits - 1)
    frames = np.random.default_rng(1).uniform(-0.5, 0.5, (FRAMES, channels))
    return np.round(frames * scale) / scale


@pytest.fixture
def stereo(tmp_path: Path) -> Path:
    soundfile.write(tmp_path / "stereo.wav", noise(2, 16), RATE, "PCM_16")
    return tmp_path / "stereo.wav"


def test_options_reach_the_conversion(stereo: Path, tmp_path: Path) -> None:
    aha.convert(stereo, tmp_path / "out.aiff", begin_us=500_000, end_us=1_500_000,
                fade_in_us=100_000, fade_out_us=200_000, sample_rate=48_000, channels=1,
                encoding="pcm_24").wait()
    info = soundfile.info(tmp_path / "out.aiff")
    assert (info.samplerate, info.frames, info.channels, info.subtype) == (
        48_000, 48_000, 1, "PCM_24")
    ends = np.abs(soundfile.read(tmp_path / "out.aiff")[0])
    assert ends[:480].max() < 0.1 and ends[-960:].max() < 0.1 < ends[20_000:21_000].max()


def test_32_bits_are_written_and_named(stereo: Path, tmp_path: Path) -> None:
    aha.convert(stereo, tmp_path / "long.wav", encoding="pcm_32").wait()
    assert soundfile.info(tmp_path / "long.wav").subtype == "PCM_32"
    assert np.array_equal(*(soundfile.read(path, dtype="int32")[0]
                            for path in (stereo, tmp_path / "long.wav")))
    with aha.Engine.offline() as engine:
        assert engine.load(tmp_path / "long.wav").info.encoding == aha.Encoding.PCM_32


def tags_of(path: Path) -> dict[str, str]:
    found = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-of", "json", "-show_entries", "format_tags:stream_tags", path],
        check=True, capture_output=True).stdout)
    tags = {**found["format"].get("tags", {}), **found["streams"][0].get("tags", {})}
    return {name.lower(): value for name, value in tags.items()}


def test_tags_are_kept(tmp_path: Path) -> None:
    texts = {"title": "Größe", "artist": "Ada", "album": "Best", "track": "3", "genre": "Jazz"}
    words = [word for tag, text in texts.items() for word in ("-metadata", f"{tag}={text}")]
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", *words,
                    tmp_path / "source.flac"], check=True)
    aha.convert(tmp_path / "source.flac", tmp_path / "a.mp3").wait()
    assert texts.items() <= tags_of(tmp_path / "a.mp3").items()
    aha.convert(tmp_path / "source.flac", tmp_path / "a.mp3", tags=False).wait()
    assert not texts.keys() & tags_of(tmp_path / "a.mp3").keys()


def test_a_part_with_tags_has_the_loudness(tmp_path: Path) -> None:
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=4:f=500",
                    "-ac", "2", "-metadata", "title=Talk", "-metadata",
                    "REPLAYGAIN_TRACK_GAIN=-3 dB", tmp_path / "talk.flac"], check=True)
    aha.convert(tmp_path / "talk.flac", tmp_path / "talk.mp3", begin_us=500_000, end_us=3_500_000,
                fade_in_us=100_000, loudness_lufs=-16, channels=1).wait()
    found = aha.Analysis(tmp_path / "talk.mp3").info
    assert found.channels == 1 and found.loudness_lufs == pytest.approx(-16, abs=0.3)
    tags = tags_of(tmp_path / "talk.mp3")
    assert tags["title"] == "Talk" and "replaygain_track_gain" not in tags


def test_a_level_is_for_two_channels(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "six.wav", noise(6, 16), RATE)
    with pytest.raises(aha.UnsupportedError, match="6 channels"):
        aha.convert(tmp_path / "six.wav", tmp_path / "out.wav", peak_db=-1).wait()
    aha.convert(tmp_path / "six.wav", tmp_path / "out.wav", peak_db=-1, channels=2).wait()
    assert not [path for path in tmp_path.iterdir() if path.name.startswith(".")]


def test_streams_are_converted(stereo: Path) -> None:
    written = io.BytesIO()
    aha.convert(stereo.read_bytes(), written, container="flac").wait()
    written.seek(0)
    assert np.array_equal(soundfile.read(written)[0], soundfile.read(stereo)[0])
    with pytest.raises(TypeError, match="source is a path"):
        aha.convert(stereo.read_bytes(), stereo.with_name("out.wav"))


def test_a_file_is_converted_in_its_place(stereo: Path) -> None:
    aha.convert(stereo, stereo, end_us=1_000_000).wait()
    assert soundfile.info(stereo).frames == RATE


def test_failures_leave_no_file(tmp_path: Path) -> None:
    (tmp_path / "noise.mp3").write_bytes(b"no sound" * 100)
    for source, error in ((tmp_path / "none.wav", aha.NotFoundError),
                          (tmp_path / "noise.mp3", aha.UnknownFormatError)):
        with pytest.raises(error):
            aha.convert(source, tmp_path / "out.wav").wait()
    assert not (tmp_path / "out.wav").exists()
