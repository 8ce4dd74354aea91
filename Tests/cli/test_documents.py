"""The manual pages and the completion agree with the program's help."""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from support import DESTINATION_PARTS, LIBRARY_PARTS, PARTS, PIECE_PARTS, VERBS

COMMANDS = [[verb] for verb in VERBS] + [["project", part] for part in PARTS]
COMMANDS += [["piece", part] for part in PIECE_PARTS]
COMMANDS += [["library", part] for part in LIBRARY_PARTS]
COMMANDS += [["destinations", part] for part in DESTINATION_PARTS]

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


def test_example_of_the_page(prefix, environment, aha, loops):
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


def test_commands_of_the_page_about_projects(prefix, environment, aha, loops, tone):
    page = (Path(__file__).parents[2] / "docs/projects-command.md").read_text()
    blocks = re.findall(r"```sh\n(.*?)```", page, flags=re.DOTALL)
    assert len(blocks) >= 4
    shutil.copy(loops[0], aha.directory / "drums.ogg")
    tone.rename(aha.directory / "voice.wav")
    environment = {**environment, "PATH": f"{prefix}/bin:{environment['PATH']}"}
    run("bash", "-ec", "".join(blocks), cwd=aha.directory, env=environment)
    assert aha.files() == ["chorus.wav", "drums.ogg", "song.aha", "song.flac", "song.png", "stems",
                           "voice.wav"]


def options_of(aha, *command):
    """The long options in a command's help."""
    help_text = aha("help", *command).stdout.decode().split("Options:\n")[1]
    return re.findall(r"^  (?:-\w,|   ) (--[a-z0-9-]+)", help_text, flags=re.MULTILINE)


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
        assert keys and all(f"{key}=" in page for key in keys)


@pytest.fixture
def completions(prefix, environment):
    """Completions that bash offers for the last word."""
    file = prefix / "share/bash-completion/completions/aha"
    script = ('. "$1"; shift; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _aha;'
              ' printf "%s\\n" "${COMPREPLY[@]}"')
    environment = {**environment, "PATH": f"{prefix}/bin:{environment['PATH']}"}

    def offered(*words):
        return run("bash", "-c", script, "bash", file, "aha", *words, env=environment).split()

    return offered


@pytest.mark.parametrize("command", COMMANDS)
def test_completion_of_options(aha, completions, command):
    assert sorted(completions(*command, "-")) == sorted(options_of(aha, *command))


def test_completion_of_commands_and_values(aha, completions):
    verbs = re.findall(r"^  ([a-z-]+) ", aha("help").stdout.decode(), flags=re.MULTILINE)
    assert completions("") == completions("help", "") == verbs
    assert completions("m") == ["mix"]
    assert completions("rec") == ["record", "recover"]
    assert completions("record", "--source", "") == ["mic", "master"]
    assert "null" in completions("play", "--device", "") + completions("play", "--device", "=")
    effects = [effect["effect"] for effect in aha.json("effects")]
    assert completions("effects", "") == effects
    assert completions("effects", "fi") == ["filter"]
    formats = [format["format"] for format in aha.json("formats")]
    assert completions("mix", "--format", "") == formats
    assert completions("mix", "--format", "=") == formats
    assert completions("mix", "--format", "=", "fl") == ["flac"]
    assert completions("mix", "--bits", "") == ["16", "24", "32f"]
    assert completions("mix", "dru") == []
    assert completions("project", "") == completions("help", "project", "") == PARTS
    assert completions("project", "un") == ["undo"]
    assert completions("piece", "") == completions("help", "piece", "") == PIECE_PARTS
    assert completions("library", "") == completions("help", "library", "") == LIBRARY_PARTS
    for words in ["help", "destinations"], ["destinations"]:
        assert completions(*words, "")[:4] == DESTINATION_PARTS
    assert completions("history", "--by", "") == ["day", "week", "month"]
    assert completions("piece", "e") == ["embed"] and completions("piece", "show", "") == []
    assert completions("project", "add", "song.aha", "--effect", "del") == ["delay"]
    assert completions("project", "automate", "--mode", "") == [
        "off", "read", "touch", "latch", "write"]
    assert completions("project", "show", "") == [] and completions("bounce", "") == []


def test_completion_of_saved_names(aha, completions):
    for name in "studio", "disk":
        aha("destinations", "add", name, ".")
    for words in ["drop", "--to"], ["library", "fetch", "--from"], ["destinations"]:
        assert completions(*words, "st") == ["studio"]
    assert completions("destinations", "show", "") == ["studio", "disk"]
    assert completions("destinations", "remove", "d") == ["disk"]
    assert completions("library", "sync", "di") == ["disk"]
    assert completions("destinations", "add", "d") == []
    aha("destinations", "remove", "studio", "disk")
