"""Conversions beside sox, soundfile and ffmpeg: lengths, exact copies, tags."""

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


def sox(*words: object) -> None:
    subprocess.run(["sox", "-D", *map(str, words)], check=True)


@pytest.mark.parametrize("subtype, bits", [("PCM_16", 16), ("PCM_24", 24)])
@pytest.mark.parametrize("channels", [1, 2, 6])
@pytest.mark.parametrize("name", ["copy.wav", "copy.flac", "copy.aiff"])
def test_lossless_copies_are_exact(tmp_path: Path, subtype: str, bits: int, channels: int,
                                   name: str) -> None:
    source = tmp_path / "source.flac"
    soundfile.write(source, noise(channels, bits), RATE, subtype)
    aha.convert(source, tmp_path / name).wait()
    info = soundfile.info(tmp_path / name)
    assert (info.samplerate, info.channels, info.subtype) == (RATE, channels, subtype)
    assert np.array_equal(soundfile.read(tmp_path / name, dtype="int32")[0],
                          soundfile.read(source, dtype="int32")[0])


def test_float_stays_float_and_becomes_24_bits_in_flac(tmp_path: Path) -> None:
    soundfile.write(tmp_path / "float.wav", noise(1, 24), RATE, "FLOAT")
    for name, subtype in (("a.wav", "FLOAT"), ("a.flac", "PCM_24")):
        aha.convert(tmp_path / "float.wav", tmp_path / name).wait()
        assert soundfile.info(tmp_path / name).subtype == subtype


def test_32_bits_are_written_and_named(stereo: Path, tmp_path: Path) -> None:
    aha.convert(stereo, tmp_path / "long.wav", encoding="pcm_32").wait()
    assert soundfile.info(tmp_path / "long.wav").subtype == "PCM_32"
    assert np.array_equal(*(soundfile.read(path, dtype="int32")[0]
                            for path in (stereo, tmp_path / "long.wav")))
    with aha.Engine.offline() as engine:
        assert engine.load(tmp_path / "long.wav").info.encoding == aha.Encoding.PCM_32


def test_a_part_is_that_of_sox(stereo: Path, tmp_path: Path) -> None:
    aha.convert(stereo, tmp_path / "part.wav", begin_us=500_000, end_us=1_250_000).wait()
    sox(stereo, tmp_path / "sox.wav", "trim", "0.5", "0.75")
    assert np.array_equal(*(soundfile.read(tmp_path / name, dtype="int16")[0]
                            for name in ("part.wav", "sox.wav")))


def test_linear_fades_are_those_of_sox(stereo: Path, tmp_path: Path) -> None:
    aha.convert(stereo, tmp_path / "faded.wav", fade_in_us=300_000, fade_out_us=700_000,
                encoding="float_32").wait()
    sox(stereo, "-e", "float", "-b", "32", tmp_path / "sox.wav", "fade", "t", "0.3", "-0", "0.7")
    ours, theirs = (soundfile.read(tmp_path / name)[0] for name in ("faded.wav", "sox.wav"))
    assert len(ours) == len(theirs) == FRAMES
    assert np.abs(ours - theirs).max() < 1e-4


@pytest.mark.parametrize("rate", [8000, 48000, 96000])
def test_another_rate_has_the_length_of_sox(stereo: Path, tmp_path: Path, rate: int) -> None:
    aha.convert(stereo, tmp_path / "ours.flac", sample_rate=rate).wait()
    sox(stereo, "-r", rate, tmp_path / "sox.flac")
    ours, theirs = (soundfile.info(tmp_path / name) for name in ("ours.flac", "sox.flac"))
    assert ours.samplerate == rate and abs(ours.frames - theirs.frames) <= 1


def test_mono_is_the_mean(stereo: Path, tmp_path: Path) -> None:
    aha.convert(stereo, tmp_path / "mono.wav", channels=1, encoding="float_32").wait()
    mono = soundfile.read(tmp_path / "mono.wav")[0]
    assert np.abs(mono - soundfile.read(stereo)[0].mean(axis=1)).max() < 1e-7


def tags_of(path: Path) -> dict[str, str]:
    found = json.loads(subprocess.run(
        ["ffprobe", "-v", "error", "-of", "json", "-show_entries", "format_tags:stream_tags", path],
        check=True, capture_output=True).stdout)
    tags = {**found["format"].get("tags", {}), **found["streams"][0].get("tags", {})}
    return {name.lower(): value for name, value in tags.items()}


@pytest.mark.parametrize("name", ["a.mp3", "a.ogg", "a.opus", "a.wav"])
def test_tags_are_kept(tmp_path: Path, name: str) -> None:
    texts = {"title": "Größe", "artist": "Ada", "album": "Best", "track": "3", "genre": "Jazz"}
    words = [word for tag, text in texts.items() for word in ("-metadata", f"{tag}={text}")]
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=duration=1", *words,
                    tmp_path / "source.flac"], check=True)
    aha.convert(tmp_path / "source.flac", tmp_path / name).wait()
    assert texts.items() <= tags_of(tmp_path / name).items()
    aha.convert(tmp_path / "source.flac", tmp_path / name, tags=False).wait()
    assert not texts.keys() & tags_of(tmp_path / name).keys()


@pytest.mark.parametrize("channels", [1, 2])
def test_a_part_with_tags_has_the_loudness(tmp_path: Path, channels: int) -> None:
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", "sine=d=4:f=500",
                    "-ac", "2", "-metadata", "title=Talk", "-metadata",
                    "REPLAYGAIN_TRACK_GAIN=-3 dB", tmp_path / "talk.flac"], check=True)
    aha.convert(tmp_path / "talk.flac", tmp_path / "talk.mp3", begin_us=500_000, end_us=3_500_000,
                fade_in_us=100_000, loudness_lufs=-16, channels=channels).wait()
    found = aha.Analysis(tmp_path / "talk.mp3").info
    assert found.channels == channels and found.loudness_lufs == pytest.approx(-16, abs=0.3)
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


def test_failures_leave_no_file(stereo: Path, tmp_path: Path) -> None:
    (tmp_path / "noise.mp3").write_bytes(b"no sound" * 100)
    for source, error in ((tmp_path / "none.wav", aha.NotFoundError),
                          (tmp_path / "noise.mp3", aha.UnknownFormatError)):
        with pytest.raises(error):
            aha.convert(source, tmp_path / "out.wav").wait()
    with pytest.raises(aha.EmptyError, match=r"stereo\.wav"):
        aha.convert(stereo, tmp_path / "out.wav", begin_us=9_000_000).wait()
    with pytest.raises(aha.InvalidArgumentError):
        aha.convert(stereo, tmp_path / "out.wav", begin_us=2, end_us=1)
    assert not (tmp_path / "out.wav").exists()
