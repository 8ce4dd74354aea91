"""Foreign text that the program prints: no secret of a URL, no control character."""

import subprocess

import pytest

from support import json_lines

URL = "http://ann:SECRET@127.0.0.1:9/a.wav"
# A bell, a window title, a second line, a text that runs backwards, a separator of lines.
BAD = "a\x1b]0;b\x07\r\u202egnp.\u2066\u2028c\x9b"

COMMANDS = [
    ["info", URL], ["analyze", URL], ["mix", "-o", "out.wav", URL],
    ["waveform", URL, "-o", "w.png"],
    ["cover", URL, "-o", "c.png"], ["recover", URL], ["bounce", URL, "-o", "b.wav"],
    ["project", "show", URL], ["piece", "show", URL], ["piece", "validate", URL],
    ["piece", "new", "--audio", URL, "-o", "p.json"], ["open", URL], ["drop", URL, "--to", "d"],
    ["drop", "tone.wav", "--to", URL], ["request", "GET", URL], ["request", "GET", f"x {URL} y"],
    ["library", "scan", URL], ["library", "sync", URL], ["library", "sync", "--feed", URL],
    ["library", "fetch", URL], ["library", "search", URL], ["destinations", "check", URL],
    ["destinations", "add", "name", URL], ["mix", "-o", URL, "tone.wav"], ["info", f"b {URL} c"],
    ["mix", "-o", "out.wav", "tone.wav,fx=" + URL], ["info", "http://ann:SEC RET@host/a"],
    ["info", "HTTP:/ann:SECRET@host"], ["info", "x:y://ann:SECRET@host/?z"],
]


@pytest.mark.parametrize("command", COMMANDS, ids=lambda command: " ".join(command[:2]))
@pytest.mark.parametrize("form", [[], ["--json"]], ids=["text", "json"])
def test_no_command_prints_the_password_of_a_url(aha, tone, command, form):
    result = aha(*command, *form, code=None)
    for output in (result.stdout, result.stderr):
        assert b"SECRET" not in output and b"RET@" not in output
    for shown in json_lines(result.stdout) if form else []:
        assert "SECRET" not in str(shown)


def is_plain(output):
    return all(character == "\n" or character.isprintable() for character in output.decode())


@pytest.fixture
def named(aha, tone):
    """A sound with the characters in its name and its title."""
    path = aha.directory / f"{BAD}.flac"
    subprocess.run(["ffmpeg", "-v", "error", "-i", tone, "-metadata", f"title={BAD}", path],
                   check=True, stdin=subprocess.DEVNULL)
    return path


def test_titles_and_names_are_printed_without_controls(aha, named):
    aha("library", "scan", ".", "--library", "l.aha")
    aha("project", "new", "p.aha", "--title", BAD)
    aha("project", "add", "p.aha", named.name, f"name={BAD}", code=None)
    for command in [["library", "list", "--library", "l.aha"], ["info", named.name],
                    ["project", "show", "p.aha"], ["analyze", named.name],
                    ["mix", "-o", f"{BAD}.wav", named.name], ["info", f"{BAD}.none"],
                    ["library", "search", BAD, "--library", "l.aha"], ["effects", BAD], [BAD],
                    ["info", f"--{BAD}"], ["help", BAD]]:
        for form in ([], ["--json"]):
            result = aha(*command, *form, code=None)
            assert is_plain(result.stdout) and is_plain(result.stderr), (command, form, result)


def test_json_holds_the_characters_as_they_are(aha, named):
    assert [info["file"] for info in aha.json("info", named.name)] == [named.name]
