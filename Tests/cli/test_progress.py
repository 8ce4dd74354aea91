"""Progress of a mix, and no files after an interruption."""

import json
import re
import signal
import subprocess

import pytest

from terminal import Terminal

# Too long to end during a test.
ENDLESS = ["--seconds=1000000", "--quality=1"]


def on_terminal(aha, columns, *arguments):
    """Runs the program with standard error on a terminal; returns the terminal's output."""
    code, output, drawn = Terminal(aha, *arguments, columns=columns).end()
    assert code == 0
    return output, drawn


@pytest.mark.parametrize("columns, has_bar", [(200, True), (80, True), (40, False)])
def test_a_terminal_gets_a_bar(aha, loops, columns, has_bar):
    output, drawn = on_terminal(
        aha, columns, "mix", "-o", "out.mp3", "--seconds=120", f"{loops[0]},loop")
    assert output.startswith("out.mp3: MP3")
    pictures = drawn.split("\r")
    assert all(len(picture) < columns for picture in pictures)
    rendering = [picture for picture in pictures if picture.startswith("rendering")]
    shape = r"rendering +(\[#*\.*\])? +\d+%( +\d+x)?( +\d+:\d\d left)? *"
    assert len(rendering) >= 2
    assert all(re.fullmatch(shape, picture) for picture in rendering), rendering
    assert any("[" in picture for picture in rendering) or not has_bar
    assert any("x" in picture for picture in rendering)
    percents = [int(number) for number in re.findall(r"rendering.*?(\d+)%", drawn)]
    assert percents == sorted(percents) and len(set(percents)) > 2
    assert pictures[-1] == "" and pictures[-2].strip() == "", "the bar is cleared at the end"


def test_no_bar_when_quiet_or_for_programs_or_without_a_terminal(aha, loops):
    mix = ["mix", "-o", "out.wav", "--seconds=20", f"{loops[0]},loop,gain=-9"]
    assert aha(*mix).stderr == b""
    for option in ["--quiet", "--json"]:
        assert on_terminal(aha, 80, *mix, option)[1] == ""


def test_progress_as_json_has_every_key(aha, loops):
    *progress, done = aha.json("mix", "-o", "out.mp3", "--seconds=120", f"{loops[0]},loop")
    assert done["event"] == "done" and len(progress) > 3
    for line in progress:
        assert list(line) == ["event", "stage", "fraction", "frames_done", "elapsed_seconds",
                              "realtime_factor"]
        assert line["event"] == "progress"
        assert line["stage"] in ["loading", "waiting", "rendering", "verifying", "done"]
        assert line["fraction"] is None or 0 <= line["fraction"] <= 1
    times = [line["elapsed_seconds"] for line in progress]
    assert times == sorted(times)
    assert len(progress) <= done["elapsed_seconds"] * 10 + 5, "at most ten a second, and per stage"


def start_endless(aha, loops, *options):
    """An endless mix that is certainly rendering."""
    process = aha.start("mix", "-o", "out.ogg", "--json", *ENDLESS, *options, f"{loops[0]},loop",
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE)
    for line in process.stdout:
        progress = json.loads(line)
        if progress["stage"] == "rendering" and progress["frames_done"] > 0:
            return process
    raise AssertionError(process.communicate())


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGHUP])
def test_an_interrupted_mix_leaves_the_target(aha, loops, number):
    (aha.directory / "out.ogg").write_bytes(b"precious")
    process = start_endless(aha, loops)
    assert len(aha.files()) == 2, "the file under way is in the same directory"
    process.send_signal(number)
    output, errors = process.communicate(timeout=60)
    assert process.returncode == -number
    last = json.loads(output.decode().splitlines()[-1])
    assert (errors, last["message"]) == (b"", "interrupted; out.ogg is as it was")
    assert (last["event"], last["name"]) == ("error", "AHA_ERROR_CANCELLED")
    assert aha.files() == ["out.ogg"]
    assert (aha.directory / "out.ogg").read_bytes() == b"precious"


def test_an_ignored_signal_stays_ignored(aha, loops):
    """As with nohup: a program that ignores SIGHUP continues."""
    process = aha.start("mix", "-o", "out.mp3", "--json", "--seconds=60", f"{loops[0]},loop",
                        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                        preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    assert process.stdout.readline()
    process.send_signal(signal.SIGHUP)
    output = process.communicate(timeout=60)[0]
    assert process.returncode == 0
    assert json.loads(output.decode().splitlines()[-1])["event"] == "done"


@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGHUP])
def test_signals_that_the_tests_ignore_reach_the_program(aha, loops, number):
    before = signal.signal(number, signal.SIG_IGN)
    try:
        process = start_endless(aha, loops)
    finally:
        signal.signal(number, before)
    process.send_signal(number)
    process.communicate(timeout=60)
    assert process.returncode == -number


def test_a_closed_pipe_ends_the_mix(aha, loops):
    """The progress has no reader: the mix ends and leaves no partial file."""
    process = start_endless(aha, loops)
    process.stdout.close()
    assert process.wait(timeout=60) == -signal.SIGPIPE
    process.stderr.close()
    assert aha.files() == []
