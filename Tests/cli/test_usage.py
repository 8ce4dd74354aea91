"""Usage of the command: help, versions, options, and messages about mistakes."""

import json

import pytest

from support import COMMANDS, EFFECTS, VERBS
from terminal import Terminal


def test_without_arguments_the_command_says_how_it_is_used(aha):
    assert aha.refused() == "aha: no command; try: aha help\n"


def test_general_help_lists_every_verb(aha):
    text = aha("help").stdout.decode()
    assert text == aha("--help").stdout.decode() == aha("-h").stdout.decode()
    for verb in VERBS:
        assert f"\n  {verb} " in text


@pytest.mark.parametrize("command", COMMANDS, ids=" ".join)
def test_help_of_a_command_is_the_same_in_every_form(aha, command):
    text = aha("help", *command).stdout.decode()
    assert text.startswith(f"usage: aha {' '.join(command)} ")
    assert text == aha(*command, "--help").stdout.decode() == aha(*command, "-h").stdout.decode()
    assert all(len(line) <= 80 for line in text.splitlines())
    for part in command[1:]:
        assert f"\n  {part} " in aha("help", command[0]).stdout.decode()


@pytest.mark.parametrize("columns, widest", [(20, 40), (40, 40), (57, 57), (200, 80)])
def test_help_wraps_to_the_terminal(aha, columns, widest):
    for command in COMMANDS + [[]]:
        terminal = Terminal(aha, "help", *command, columns=columns, shows_output=True)
        lines = terminal.end()[2].replace("\r", "").splitlines()
        assert all(len(line) <= widest or " " not in line.strip() for line in lines), command
        wide = aha("help", *command).stdout.decode()
        if columns == 200:
            assert lines == wide.splitlines()
        else:
            assert "".join("".join(lines).split()) == "".join(wide.split()), command


def test_version_is_that_of_the_header(aha, prefix):
    header = (prefix / "include/aha/version.h").read_text()
    version = header.split('AHA_VERSION_TEXT "')[1].split('"')[0]
    assert aha("--version").stdout.decode() == f"aha {version} (libaha {version})\n"


def test_version_as_json_names_late_libraries(aha):
    said = json.loads(aha("--version", "--json").stdout)
    here = {one["library"]: one for one in said["components"]}
    assert here["libcurl.so.4"]["available"] and here["libcurl.so.4"]["package"] == "libcurl4"


@pytest.mark.parametrize("arguments, complaint", [
    (["inof"], 'unknown command "inof"; did you mean info?'),
    (["sing"], 'unknown command "sing"'),
    (["play"], "play needs a track"),
    (["play", "--jsno", "x"], 'unknown option "--jsno"'),
    (["play", "x,gain=3,gian=3"],
     'track "x": unknown key "gian"; did you mean gain?; the keys are gain=, pan=, start=,'
     " from=, to=, loop, speed=, varispeed=, follow, tempo=, reverse, fade_in=, fade_out=, duck=,"
     " out=, channels=, replaygain, pitch=, cutoff=, reverb=, fx="),
    (["record"], "record needs -o FILE, the file to write"),
    (["record", "-o", ""], "record needs -o FILE, the file to write"),
    (["record", "-o", "-"], "a take can't go to standard output"),
    (["record", "-o", "t.wav", "--format=xyz"], '--format "xyz" is not known; '
     'the formats are wav, rf64, w64, aiff, caf, flac, ogg, opus, mp3, m4a, alac'),
    (["record", "-o", "t.flac", "--bits=32f"], '--bits "32f" is not for flac; it takes 16, 24'),
    (["record", "-o", "t.wav", "--quality=0.5"], '--quality "0.5" is not for wav, '
     'which keeps every sample'),
    (["record", "-o", "take.xyz"], 'the ending of "take.xyz" names no format'),
    (["record", "-o", "t.wav", "--source=line"], '--source "line" is neither mic nor master'),
    (["record", "-o", "t.wav", "--source=master"],
     "--source master records tracks, and needs one"),
    (["record", "-o", "t.wav", "--source=master", "--output-device=null", "tone.wav"],
     "--output-device goes with --source mic; use --device"),
    (["recover"], "recover takes one folder"),
    (["recover", "a", "b"], "recover takes one folder"),
    (["devices", "null"], "devices takes no arguments"),
    (["--hlep"], 'unknown option "--hlep"; did you mean --help?'),
    (["help", "mxi"], 'unknown command "mxi"; did you mean mix?'),
    (["help", "mix", "info"], "help takes one command"),
    (["info"], "info needs a file"),
    (["analyze"], "analyze needs a file"),
    (["effects", "revrb"],
     f'unknown effect "revrb"; did you mean reverb?; the effects are {EFFECTS}'),
    (["effects", "delay", "pitch"], "effects takes one name"),
    (["formats", "wav"], "formats takes no arguments"),
    (["info", "--jsn", "x"], 'unknown option "--jsn"; did you mean --json?'),
    (["info", "-x", "x"], 'unknown option "-x"'),
    (["info", "--json=yes", "x"], "--json takes no value"),
    (["mix", "tone.wav"], "mix needs -o OUT, the file to write"),
    (["mix", "-o", "", "tone.wav"], "mix needs -o OUT, the file to write"),
    (["mix", "tone.wav", "-o"], "--output needs a value: OUT"),
    (["mix", "-o", "out.wav"], "mix needs a track"),
    (["mix", "-o", "out.wav", "--"], "mix needs a track"),
    (["mix", "-o", "out.mp3", "--bits=16", "tone.wav"],
     '--bits "16" is not for mp3, which has --quality instead'),
    (["mix", "-o", "out.flac", "--bitrate=192", "tone.wav"],
     '--bitrate "192" is not for flac, which keeps every sample'),
    (["mix", "-o", "out.mp3", "--vbr", "tone.wav"], "--vbr goes with --bitrate"),
    (["mix", "-o", "out.mp3", "--bitrate=192", "--quality=1", "tone.wav"],
     "--quality and --bitrate exclude each other"),
    (["mix", "-o", "out.xyz", "tone.wav"], 'the ending of "out.xyz" names no format'),
    (["mix", "-o-", "--json", "tone.wav"], "the file and --json can't both go to standard output"),
])
def test_mistakes_are_named_with_a_suggestion(aha, tone, arguments, complaint):
    text = aha.refused(*arguments) if "--json" not in arguments else (
        "aha: " + json.loads(aha(*arguments, code=2).stdout)["message"] + "\n")
    assert text.replace("\n", "; ").startswith(f"aha: {complaint}; ")
    assert aha.files() == [tone.name]


@pytest.mark.parametrize("option, value, complaint", [
    ("--seconds", "0", "is out of range (above 0 to 10000000)"),
    ("--seconds", "-1", "is out of range (above 0 to 10000000)"),
    ("--seconds", "nan", "is not a time such as 1.5, 1.5s or 200ms"),
    ("--seconds", "", "is not a time such as 1.5, 1.5s or 200ms"),
    ("--seconds", "3m", "is not a time such as 1.5, 1.5s or 200ms"),
    ("--seconds", "ms", "is not a time such as 1.5, 1.5s or 200ms"),
    ("--rate", "7999", "is out of range (8000 to 192000)"),
    ("--rate", "44100.5", "is not a whole number"),
    ("--gain", "25", "is out of range (-inf to 24)"),
    ("--quality", "0", "is out of range (above 0 to 1)"),
    ("--quality", "0.5", "is not for wav, which keeps every sample"),
    ("--bits", "8", "is not for wav; it takes 16, 24, 32, 32f"),
    ("--format", "mp4", "is not known; the formats are wav, rf64, w64, aiff, caf, flac, ogg,"
     " opus, mp3, m4a, alac"),
])
def test_values_out_of_range_are_refused(aha, tone, option, value, complaint):
    for arguments in ([option, value], [f"{option}={value}"]):
        text = aha.refused("mix", "-o", "out.wav", *arguments, tone.name)
        first = text.split("; try: ")[0].rstrip()
        assert first.startswith(f"aha: {option}") and first.endswith(complaint)
        assert value in first
    assert aha.files() == [tone.name]


def test_options_work_anywhere_and_in_every_form(aha, tone, other_tone):
    for arguments in (
        ["-o", "out.wav", "--seconds", "2", tone.name],
        ["-oout.wav", "--seconds=2", tone.name],
        [tone.name, "--output=out.wav", other_tone.name, "--seconds", "2"],
        ["--seconds=7", tone.name, "--output", "out.wav", "--seconds=2"],
    ):
        aha("mix", *arguments)
        assert aha.json("info", "out.wav")[0]["frames"] == 96000
        (aha.directory / "out.wav").unlink()
