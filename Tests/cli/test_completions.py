"""The completions of bash, zsh and fish offer the words of the command's help and tables."""

import re
import subprocess

import pytest

from support import (COMMANDS, DESTINATION_PARTS, LIBRARY_PARTS, PARTS, PIECE_PARTS, Aha,
                     options_of)
from terminal import Terminal

FILES = {
    "bash": "share/bash-completion/completions/aha", "zsh": "share/zsh/site-functions/_aha",
    "fish": "share/fish/vendor_completions.d/aha.fish",
}

# Each reads lines of words, separated by tabs; the last one is to be completed. Each prints the
# offered words of a line, and then an empty line.
SHELLS = {
    "bash": ["bash", "--norc", "-c", r"""
        . "$0"
        compopt() { [[ $2 == nospace ]] || echo "$2"; }
        while IFS=$'\t' read -ra COMP_WORDS; do
          [[ ${COMP_WORDS[-1]} == . ]] && COMP_WORDS[-1]=
          COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
          _aha
          printf "%s\n" "${COMPREPLY[@]}"
          [[ ${#COMPREPLY[@]} == 0 ]] || echo
        done"""],
    "zsh": ["zsh", "-f", "-c", r"""
        compadd() { local -a words; words=(${(P)@[-1]}); print -l -- $words; }
        compset() { :; }
        _files() { print -- ${${*:-default}/-\//plusdirs}; }
        offer() { source $script; }
        script=$0
        while IFS= read -r line; do
          words=("${(@ps:\t:)line}")
          [[ $words[-1] == . ]] && words[-1]=
          CURRENT=$#words
          offer
          print
        done"""],
    "fish": ["fish", "--no-config", "-c", r"""
        source $argv[1]
        while read --line line
          complete -C (string replace -r '\.$' '' -- $line | string replace -a \t ' ')
          echo
        end"""],
}


@pytest.fixture(name="offers")
def make_offers(prefix, environment, tmp_path):
    """Returns the words that a shell offers for the last word of each line."""
    environment = {**environment, "PATH": f"{prefix}/bin:{environment['PATH']}"}

    def offers(shell, lines):
        text = "".join("\t".join(["aha", *line[:-1], line[-1] or "."]) + "\n" for line in lines)
        result = subprocess.run(
            [*SHELLS[shell], prefix / FILES[shell]], input=text, stdout=subprocess.PIPE,
            stderr=subprocess.PIPE, env=environment, cwd=tmp_path, text=True, check=False,
            timeout=300)
        assert (result.returncode, result.stderr) == (0, ""), result
        answers = [block.split("\n") for block in re.sub(r"\n\n+", "\n\n", result.stdout)
                   .removesuffix("\n\n").split("\n\n")]
        return [[word.split("\t")[0] for word in answer] for answer in answers]

    return offers


def words_of(aha, *words):
    """The words that the command itself offers."""
    lines = aha("__complete", *words).stdout.decode().splitlines()
    return [line.split("\t")[0] for line in lines]


@pytest.mark.parametrize("shell", SHELLS)
def test_every_command_and_option_of_the_help_is_offered(aha, offers, shell):
    verbs = re.findall(r"^  ([a-z-]+) ", aha("help").stdout.decode(), flags=re.MULTILINE)
    lines = [[""], ["help", ""], ["-"]] + [[*command, "-"] for command in COMMANDS]
    expected = [verbs, verbs, ["--help", "--version"]]
    expected += [options_of(aha, *command) for command in COMMANDS]
    offered = offers(shell, lines)
    assert len(offered) == len(lines)
    for line, words, wanted in zip(lines, offered, expected):
        assert sorted(words) == sorted(wanted), line


@pytest.mark.parametrize("group, parts", [
    ("project", PARTS), ("piece", PIECE_PARTS), ("library", LIBRARY_PARTS),
    ("destinations", DESTINATION_PARTS)])
def test_parts_of_groups_are_offered(aha, group, parts):
    assert words_of(aha, group, "")[:len(parts)] == words_of(aha, "help", group, "") == parts
    assert words_of(aha, "help", group, parts[0], "") == []


def test_values_are_offered(aha):
    assert words_of(aha, "rec") == ["record", "recover"]
    assert words_of(aha, "record", "--source", "m") == ["master", "mic"]
    assert words_of(aha, "play", "--device", "nu") == ["null"]
    effects = [effect["effect"] for effect in aha.json("effects")]
    assert words_of(aha, "effects", "") == effects
    assert words_of(aha, "project", "add", "song.aha", "--effect", "") == effects
    formats = [format["format"] for format in aha.json("formats")]
    assert words_of(aha, "mix", "--format", "") == formats
    assert words_of(aha, "mix", "--format=fl") == ["--format=flac"]
    assert words_of(aha, "mix", "--bits", "") == ["16", "24", "32", "32f"]
    assert words_of(aha, "history", "--by", "") == ["day", "week", "month"]
    assert words_of(aha, "library", "list", "--state", "missing,p") == ["missing,playable"]
    assert words_of(aha, "project", "automate", "--mode", "") == [
        "off", "read", "touch", "latch", "write"]
    assert words_of(aha, "request", "P") == ["POST", "PUT", "PATCH"]
    assert words_of(aha, "piece", "validate", "--for", "d") == ["dropbox"]
    assert words_of(aha, "login", "o") == ["oauth2"]
    assert words_of(aha, "mix", "--seconds", "") == []
    assert words_of(aha, "mix", "--nothing=") == words_of(aha, "nothing", "") == []


def test_files_are_offered_where_files_are_expected(aha):
    for words in (["convert"], ["convert", "a.wav", "-o"], ["convert", "a.wav"],
                  ["library", "fetch"], ["library", "forget"],
                  ["piece", "embed"], ["piece", "embed", "piece.json"], ["bounce"], ["drop"]):
        assert words_of(aha, *words, "") == [":files"], words
    assert words_of(aha, "request", "-F", "audio=@") == [":files"]
    assert words_of(aha, "request", "-F", "audio") == []


def test_names_in_the_project_are_offered(aha, tone):
    aha("project", "new", "song.aha")
    aha("project", "add", "song.aha", "--bus", "drums")
    aha("project", "add", "song.aha", tone.name)
    assert words_of(aha, "bounce", "song.aha", "--track", "") == ["tone"]
    assert words_of(aha, "bounce", "song.aha", "--bus", "d") == ["drums"]
    assert words_of(aha, "project", "remove", "song.aha", "t") == ["tone"]
    assert words_of(aha, "project", "send", "song.aha", "tone", "d") == ["drums"]
    assert words_of(aha, "project", "set", "song.aha", "to") == ["tone", "to="]
    assert words_of(aha, "project", "add", "song.aha", "--effect", "delay", "--to", "to") == [
        "tone"]
    assert words_of(aha, "bounce", "none.aha", "--track", "") == []


def test_keys_and_parameters_are_offered(aha):
    keys = re.findall(r"^  (\w+\[?)=", aha("help", "mix").stdout.decode(), re.MULTILINE)
    keys = [key[:-1] if key.endswith("[") else key + "=" for key in keys]
    assert words_of(aha, "mix", "a.wav,gain=-6,") == [
        "a.wav,gain=-6," + key for key in keys] + [":files"]
    assert words_of(aha, "mix", "a.wav,reverse=o")[:-1] == ["a.wav,reverse=off", "a.wav,reverse=on"]
    [delay] = aha.json("effects", "delay")
    parameters = [parameter["parameter"] + "=" for parameter in delay["parameters"]]
    assert words_of(aha, "play", "a.wav,fx=delay:mix=0.5:")[:-1] == [
        "a.wav,fx=delay:mix=0.5:" + parameter for parameter in parameters]
    assert words_of(aha, "play", "a.wav,fx=lad")[:-1] == ["a.wav,fx=ladder"]
    add = ["project", "add", "song.aha"]
    assert words_of(aha, *add, "--effect", "delay", "--to", "x", "") == [
        *parameters, "bypass=", "place="]
    assert words_of(aha, *add, "a.wav", "mute=") == ["mute=off", "mute=on"]
    assert words_of(aha, *add, "--bus", "drums", "ga") == ["gain="]
    assert words_of(aha, "project", "set", "song.aha", "voice/delay", "lef") == [
        parameter for parameter in parameters if parameter.startswith("lef")]
    assert words_of(aha, "project", "set", "song.aha", "temp") == ["tempo="]
    assert words_of(aha, "project", "duck", "song.aha", "a", "b", "th") == ["threshold="]
    assert words_of(aha, "play", "a.wav,fx=reverb:preset=")[:-1] == [
        f"a.wav,fx=reverb:preset={name}" for name in aha.json("effects", "reverb")[0]["presets"]]
    choices = aha.json("effects", "filter")[0]["parameters"]
    name, words = next((row["parameter"], row["choices"]) for row in choices if row["choices"])
    assert words_of(aha, "play", f"a.wav,fx=filter:{name}=")[:-1] == [
        f"a.wav,fx=filter:{name}={word}" for word in words]


def test_files_and_folders_are_asked_for(aha):
    for line in (["info", ""], ["mix", "--output", ""], ["mix", "dru"], ["project", "show", ""],
                 ["drop", "a.wav", "--cover="], ["project", "set", "x.aha", "voice", "file="],
                 ["play", "a.wav,fx=convolution:impulse="]):
        assert set(words_of(aha, *line)) == {":files"}, line
    for line in ["recover", ""], ["library", "scan", ""], ["bounce", "x.aha", "--stems", ""]:
        assert words_of(aha, *line) == [":folders"], line


def test_saved_names_are_offered(aha):
    for name in "studio", "disk":
        aha("destinations", "add", name, ".")
    for words in ["drop", "--to"], ["library", "fetch", "--from"], ["destinations"]:
        assert words_of(aha, *words, "st") == ["studio", ":folders"]
    assert words_of(aha, "destinations", "show", "") == ["studio", "disk"]
    assert words_of(aha, "destinations", "remove", "d") == ["disk"]
    assert words_of(aha, "library", "sync", "di") == ["disk", ":folders"]
    assert words_of(aha, "destinations", "add", "d") == []
    aha("destinations", "remove", "studio", "disk")


def test_words_that_bash_divides_are_whole(offers):
    lines = [["mix", "--format", "="], ["mix", "--format", "=", "fl"],
             ["mix", "a.wav,fx", "=", "delay", ":", "left_m"], ["drop", "--cover", "=", "pic"]]
    formats, flac, left, files = offers("bash", lines)
    assert formats[:2] == ["wav", "rf64"] and flac == ["flac"]
    assert left == ["default", "left_ms="] and files == ["default"]


def typed(shell, prefix, environment, directory):
    """A terminal with an interactive shell that has the completion."""
    start = directory / "start"
    start.mkdir()
    if shell == "zsh":
        path = (prefix / FILES["zsh"]).parent
        (start / ".zshrc").write_text(
            f"fpath=('{path}' $fpath)\nautoload -U compinit\ncompinit -uD\nPS1='ready> '\n")
    else:
        (start / "rc").write_text(f". '{prefix / FILES['bash']}'\nPS1='ready> '\n")
    environment = {**environment, "PATH": f"{prefix}/bin:{environment['PATH']}", "TERM": "dumb",
                   "ZDOTDIR": str(start)}
    options = ["-i"] if shell == "zsh" else ["--rcfile", start / "rc", "-i"]
    return Terminal(Aha(shell, environment, directory), *options, columns=200, shows_output=True)


@pytest.mark.parametrize("shell", ["bash", "zsh"])
def test_a_line_is_typed_with_tabs(prefix, environment, tmp_path, tone, shell):
    (tmp_path / "my tone.wav").symlink_to(tone)
    terminal = typed(shell, prefix, environment, tmp_path)
    terminal.until("ready> ")
    terminal.press(b"aha wavef\t--he\t\n")
    terminal.until("usage: aha waveform")
    terminal.until("ready> ")
    terminal.press(b"aha info my\t\n")
    terminal.until(r"\nmy tone.wav")
    terminal.until("ready> ")
    terminal.press(b"aha mix -o out --format=fl\ttone.wav,gai\t-6 --js\t\n")
    terminal.until('"container":"flac"')
    terminal.until("ready> ")
    terminal.press(b"exit\n")
    assert terminal.end()[0] == 0
