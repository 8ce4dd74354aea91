"""aha info: facts about every kind of file, as text and as JSON."""

import os

import pytest

from support import TONE, json_lines, write_wav

# format, container, encoding, bits, and whether the length is exact
WRITTEN = [
    (["wav", "--bits=32f"], "wav", "float_32", 32, True),
    (["flac", "--bits=24"], "flac", "pcm_24", 24, True),
    (["opus"], "ogg", "opus", None, True),
    (["mp3"], "mp3", "mp3", None, False),
]


@pytest.mark.parametrize("options, container, encoding, bits, is_exact", WRITTEN)
def test_info_as_json_has_every_key(aha, tone, options, container, encoding, bits, is_exact):
    output = "out." + options[0]
    aha("mix", "-o", output, "--format", *options, tone.name)
    [info] = aha.json("info", output)
    assert list(info) == ["file", "container", "encoding", "sample_rate", "channels", "bits",
                          "frames", "seconds", "claimed_frames", "bytes"]
    assert (info["file"], info["container"], info["encoding"]) == (output, container, encoding)
    assert (info["bits"], info["sample_rate"], info["channels"]) == (bits, 48000, 2)
    assert abs(info["frames"] - 48000) <= (0 if is_exact else 3000)
    assert info["seconds"] == pytest.approx(info["frames"] / 48000, abs=1e-6)
    assert info["bytes"] == os.path.getsize(aha.directory / output)


def test_info_as_text_has_every_line(aha, tone):
    text = aha("info", tone.name).stdout.decode()
    size = os.path.getsize(tone)
    assert text.splitlines() == [
        "tone.wav",
        "  container  WAV",
        "  encoding   16-bit PCM",
        "  bits       16",
        "  rate       48000 Hz",
        "  channels   2",
        "  length     0:00:01.000, 48000 frames",
        f"  size       {size} bytes",
    ]


def test_two_files_have_an_empty_line_between_them(aha, tone, other_tone):
    text = aha("info", tone.name, other_tone.name).stdout.decode()
    first, second = text.split("\n\n")
    assert first.startswith("tone.wav\n") and second.startswith("other.wav\n")


def test_a_wrong_header_is_reported(aha, tone):
    with open(tone, "r+b") as file:
        file.truncate(44 + 4 * 1000)
    [info] = aha.json("info", tone.name)
    assert (info["frames"], info["claimed_frames"]) == (1000, 48000)
    assert "  header     claims 48000 frames\n" in aha("info", tone.name).stdout.decode()


def test_one_bad_file_does_not_stop_the_others(aha, tone, other_tone):
    result = aha("info", "--json", tone.name, "missing.wav", other_tone.name, code=3)
    first, error, last = json_lines(result.stdout)
    assert (first["file"], last["file"]) == ("tone.wav", "other.wav")
    assert error["event"] == "error" and error["file"] == "missing.wav"
    assert (error["code"], error["name"]) == (-20, "AHA_ERROR_NOT_FOUND")
    assert result.stderr == b""
    assert "missing.wav" in error["message"] and "AHA_" not in error["message"]


def test_failures_of_several_kinds_are_1(aha):
    (aha.directory / "empty.wav").touch()
    aha("info", "empty.wav", code=4)
    aha("info", "missing.wav", "gone.wav", code=3)
    aha("info", "missing.wav", "empty.wav", code=1)


def test_info_loads_no_resampler(aha, tmp_path):
    write_wav(tmp_path / "cd.wav", TONE, rate=44100)
    aha.environment["LD_DEBUG"] = "files"
    loaded = aha("info", "cd.wav").stderr
    assert b"libsndfile" in loaded and b"libsoxr" not in loaded
