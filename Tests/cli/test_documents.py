"""The manual pages agree with the program's help."""

import json
import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support import COMMANDS, VERBS, options_of

PAGES = ["share/man/man1/aha.1", "share/man/man3/libaha.3"]


def run(*command, **options):
    """Runs a command that must succeed without a message; returns its output."""
    result = subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                            check=False, **options)
    assert (result.returncode, result.stderr) == (0, ""), result
    return result.stdout


@pytest.mark.parametrize("page", PAGES)
def test_pages_are_clean(prefix, page):
    path = prefix / page
    assert run("mandoc", "-Tlint", path) == ""
    run("groff", "-Tutf8", "-man", "-ww", path)
    assert len(run("man", "-l", path)) > 2000


def test_the_example_of_the_page_runs(prefix, environment, aha, loops):
    page = (prefix / PAGES[1]).read_text()
    example = page.split(".EX\n")[1].split("\n.EE")[0]
    example = example.replace("\\-", "-").replace("\\e", "\\")
    (aha.directory / "example.c").write_text(example)
    flags = [f"-I{prefix}/include", f"-L{environment['LD_LIBRARY_PATH']}", "-laha"]
    run("gcc", "-std=c99", "-Wall", "-Wextra", "-Werror", "example.c", *flags, "-o", "example",
        cwd=aha.directory)
    run("./example", loops[0], loops[1], cwd=aha.directory, env=environment)
    [info] = aha.json("info", "out.flac")
    assert (info["container"], info["frames"]) == ("flac", 480000)


def test_the_commands_of_the_page_about_projects_run(prefix, environment, aha, loops, tone):
    page = (Path(__file__).parents[2] / "docs/projects-command.md").read_text()
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    assert len(blocks) >= 4
    shutil.copy(loops[0], aha.directory / "drums.ogg")
    shutil.copy(tone, aha.directory / "opened.wav")
    aha("piece", "new", "opened.json", "--title", "a", "--tempo", "90", "--key", "Am",
        "--length", "1")
    aha("piece", "embed", "opened.json", "opened.wav")
    (aha.directory / "opened.json").unlink()
    tone.rename(aha.directory / "voice.wav")
    run("sox", "-n", "-r", "8000", "-b", "16", "-c", "1", aha.directory / "interview.wav",
        "synth", "60", "sine", "300", "gain", "-12")
    environment = {**environment, "PATH": f"{prefix}/bin:{environment['PATH']}"}
    run("bash", "-ec", "".join(blocks), cwd=aha.directory, env=environment)
    assert aha.files() == ["chorus.wav", "drums.ogg", "interview.wav", "opened.wav", "song.aha",
                           "song.flac", "song.png", "stems", "voice.wav"]


def test_the_commands_of_the_page_about_converting_run(prefix, environment, aha):
    page = (Path(__file__).parents[2] / "docs/converting.md").read_text()
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    assert len(blocks) == 4
    run("sox", "-n", "-r", "48000", "-b", "16", "-c", "2", aha.directory / "talk.wav",
        "synth", "1", "sine", "500", "gain", "-12")
    environment = {**environment, "PATH": f"{prefix}/bin:{environment['PATH']}"}
    result = subprocess.run(["bash", "-ec", "".join(blocks)], cwd=aha.directory, env=environment,
                            stdout=subprocess.PIPE, text=True, check=True)
    assert "FLAC" in result.stdout and (aha.directory / "phone/live/one.opus").exists()
    probe = json.loads(run(
        "ffprobe", "-v", "error", "-of", "json", "-show_format", "-show_streams", "-show_chapters",
        aha.directory / "episode.mp3"))
    assert probe["format"]["tags"].items() >= {"title": "Episode 1", "artist": "Ann"}.items()
    assert [stream["codec_name"] for stream in probe["streams"]] == ["mp3", "png"]
    assert [(float(one["start_time"]), one["tags"]["title"]) for one in probe["chapters"]] == [
        (0, "Hello"), (0.4, "Questions")]


def test_each_verb_has_a_page(aha, prefix):
    for verb in VERBS:
        page = prefix / f"share/man/man1/aha-{verb}.1"
        assert run("mandoc", "-Tlint", page) == ""
        run("groff", "-Tutf8", "-man", "-ww", page)
        text = " ".join(run("man", "-l", page).replace("‐\n", "").split())
        assert f"aha-{verb} - " in text and "SEE ALSO" in text
        for part in [command for command in COMMANDS if command[0] == verb]:
            for option in set(options_of(aha, *part)) - {"--help", "--verbose"}:
                assert option in text, (part, option)


def test_manual_has_every_option_and_key(aha, prefix):
    page = run("man", "-l", prefix / PAGES[0])
    commands = page.split("\nCOMMANDS\n")[1].split("\nTRACKS\n")[0]
    sections = dict(re.findall(r"^   aha ([a-z -]+)$(.*?)(?=^   \S|\Z)", commands, re.M | re.S))
    for command in COMMANDS:
        for option in options_of(aha, *command):
            text = page if option in ("--help", "--verbose") else sections[" ".join(command)]
            assert re.search(rf"(?<![\w-]){option}(?![\w-])", text), (command, option)
    for command in ["mix"], ["project", "add"], ["project", "set"]:
        keys = re.findall(r"^  (\w+)\[?=", aha("help", *command).stdout.decode(), re.MULTILINE)
        assert keys and all(re.search(rf"\b{key}\[?=", page) for key in keys)


def test_synopsis_has_every_form_and_option(aha, prefix):
    source = (prefix / PAGES[0]).read_text()
    text = source.split(".SH SYNOPSIS\n")[1].split(".SH DESCRIPTION\n")[0]
    plain = re.sub(r"^\.B ", "", re.sub(r"\\f[BIP]|\\&", "", text).replace(r"\-", "-"), flags=re.M)
    forms = [" ".join(form.split()) for form in plain.split(".PP\n")]
    assert "aha --version [--json]" in forms
    for command in COMMANDS:
        usage = aha("help", *command).stdout.decode().split("\n\n")[0]
        first, *others = [line.split("aha ", 1)[1] for line in usage.splitlines()]
        if command[0] in ("project", "piece", "library") and len(command) == 1:
            continue
        name, operands = first.split("[OPTION...]")
        [form] = [form for form in forms if form.startswith(f"aha {name}".rstrip() + " ")
                  and form.endswith(operands.rstrip())] or [None]
        assert form, command
        text = aha("help", *command).stdout.decode().split("Options:\n")[1]
        for short, option in re.findall(r"^  (-\w|   )[ ,] (--[a-z0-9-]+)", text, re.MULTILINE):
            names = f"{short.strip() or option}|{option}"
            if option not in ("--help", "--verbose"):
                lines = " ".join([form, *others])
                assert re.search(rf"(?<![\w-])({names})(?![\w-])", lines), (command, option)
        assert all(f"aha {other}" in forms for other in others), command
