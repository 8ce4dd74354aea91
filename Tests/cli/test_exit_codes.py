"""Exit codes 3, 4 and 5, each with an error line; the target is unchanged."""

import os
import resource

import pytest

from support import json_lines


def bad_inputs(directory):
    """Name and expected exit code of unusable inputs."""
    (directory / "empty.wav").touch()
    (directory / "text.wav").write_text("this is no sound\n" * 100)
    (directory / "random.ogg").write_bytes(bytes(range(7, 250)) * 50)
    (directory / "folder.wav").mkdir()
    # The header claims 65535 channels at 0 Hz.
    (directory / "zero.wav").write_bytes(
        b"RIFF\x2c\0\0\0WAVEfmt \x10\0\0\0\1\0\xff\xff\0\0\0\0\0\0\0\0\xfe\xff\x10\0data\x08\0\0\0"
        + b"\0" * 8)
    return {"missing.wav": 3, "folder.wav": 3, "empty.wav": 4, "text.wav": 4, "random.ogg": 4,
            "zero.wav": 4}


def test_bad_inputs_exit_with_3_or_4(aha, tone):
    for name, code in bad_inputs(aha.directory).items():
        for arguments in (["info", name], ["mix", "-o", "out.wav", name],
                          ["mix", "-o", "out.wav", tone.name, name]):
            result = aha(*arguments, code=code)
            line, = result.stderr.decode().splitlines()
            assert line.startswith("aha: ") and name in line and "AHA_" not in line
    assert "out.wav" not in aha.files()


def test_every_bad_track_is_reported(aha, tone):
    text = aha.refused("mix", "-o", "out.wav", "one.wav", tone.name, "two.wav", code=3)
    assert "one.wav" in text and "two.wav" in text and len(text.splitlines()) == 2


def test_an_unreadable_file_exits_with_3(aha, tone):
    tone.chmod(0)
    for arguments in (["info", tone.name], ["mix", "-o", "out.wav", tone.name]):
        assert tone.name in aha.refused(*arguments, code=3, plain_user=True)


def test_a_locked_folder_exits_with_5(aha, tone):
    (aha.directory / "locked").mkdir(mode=0o555)
    text = aha.refused("mix", "-o", "locked/out.wav", tone.name, code=5, plain_user=True)
    assert "locked/out.wav" in text
    assert os.listdir(aha.directory / "locked") == []


def test_an_impossible_output_exits_with_5(aha, tone):
    (aha.directory / "folder.wav").mkdir()
    before = aha.files()
    assert "nowhere" in aha.refused("mix", "-o", "nowhere/out.wav", tone.name, code=5)
    assert "folder.wav" in aha.refused("mix", "-o", "folder.wav", tone.name, code=5)
    assert aha.files() == before


def test_a_full_disk_exits_with_5_and_leaves_the_target(aha, loops):
    """A file size limit simulates a full disk."""
    output = "out.flac"
    (aha.directory / output).write_bytes(b"precious")

    def limit():
        resource.setrlimit(resource.RLIMIT_FSIZE, (50_000, 50_000))

    # Python ignores SIGXFSZ; the program must inherit that to see the error.
    result = aha("mix", "-o", output, "--seconds=30", f"{loops[0]},loop", code=5,
                 preexec_fn=limit, restore_signals=False)
    assert output in result.stderr.decode()
    assert aha.files() == [output]
    assert (aha.directory / output).read_bytes() == b"precious"


def test_the_target_stays_when_a_track_fails(aha, tone):
    (aha.directory / "out.wav").write_bytes(b"precious")
    aha("mix", "-o", "out.wav", tone.name, "missing.wav", code=3)
    assert (aha.directory / "out.wav").read_bytes() == b"precious"


def test_the_target_is_replaced_by_a_mix(aha, tone):
    (aha.directory / "out.wav").write_bytes(b"old")
    aha("mix", "-o", "out.wav", tone.name)
    assert aha.json("info", "out.wav")[0]["frames"] == 48000
    assert aha.files() == ["out.wav", "tone.wav"]


def test_a_full_standard_output_exits_with_5(aha, tone):
    with open("/dev/full", "wb") as full:
        for arguments in (["info", tone.name], ["mix", "-o", "-", tone.name], ["formats"]):
            result = aha(*arguments, code=5, stdout=full)
            assert b"aha: standard output: No space left on device" in result.stderr


def test_a_closed_standard_output_ends_the_program(aha, tone):
    """The reader has closed the pipe: the program ends by SIGPIPE as others do, without a
    message."""
    reading, writing = os.pipe()
    os.close(reading)
    result = aha("info", tone.name, code=-13, stdout=writing)
    assert result.stderr == b""
    os.close(writing)


def test_errors_are_json_with_json(aha, tone):
    result = aha("mix", "--json", "-o", "nowhere/out.wav", tone.name, code=5)
    error = aha_error(result)
    assert error["code"] == -20 and error["name"] == "AHA_ERROR_NOT_FOUND"
    error = aha_error(aha("mix", "--json", code=2))
    assert error["code"] == -1 and error["name"] == "AHA_ERROR_INVALID_ARGUMENT"


def aha_error(result):
    """The error object at the end of the output, and nothing on standard error."""
    error = json_lines(result.stdout)[-1]
    assert error["event"] == "error"
    assert result.stderr == b""
    return error
