"""Playing on the null device, which plays in real time without output."""

import re
import signal
import time

import pytest

from servers import wait_until
from support import catches, write_wav
from terminal import Terminal

UP, DOWN = b"\x1b[A", b"\x1bOB"
LINE = r"(playing|paused) +\d+:\d\d(  \[#*\.*\])?  +(-inf|-?\d+\.\d) dB(  gain [+-]\d+ dB)? *"


@pytest.fixture
def terminal(aha, tone):
    """An endless track on a terminal; returns once the terminal shows it."""
    terminal = Terminal(aha, "play", "--device=null", f"{tone.name},loop")
    terminal.until(r"playing +\d:\d\d .* dB")
    return terminal


def test_plays_to_the_end_in_real_time(aha, tone):
    begin = time.monotonic()
    result = aha("play", "--device", "null", f"{tone.name},start=0.3")
    assert 1.2 < time.monotonic() - begin
    assert (result.stdout, result.stderr) == (b"", b""), "the line is for terminals"


def test_plays_for_some_seconds(aha, tone):
    begin = time.monotonic()
    aha("play", "--device=null", "--seconds=0.4", f"{tone.name},loop,fx=delay,speed=0.9")
    assert 0.4 < time.monotonic() - begin


def test_several_tracks_follow_each_other(aha, tone, other_tone):
    def seconds(*arguments):
        begin = time.monotonic()
        aha("play", "--device=null", *arguments)
        return time.monotonic() - begin

    both = [other_tone.name, other_tone.name]
    assert 1.0 <= seconds(*both)
    assert 1.0 <= seconds(other_tone.name, f"{other_tone.name},gain=-3")
    assert 1.2 <= seconds(other_tone.name, tone.name, "--crossfade=0.3")
    assert 1.0 <= seconds(*both, f"{other_tone.name},varispeed=2", "--crossfade=0.1")
    # A few attempts, for a busy machine. One after the other, they last four seconds.
    four = [tone.name] * 4
    assert any(seconds(*four, "--together") < 4.0 for _ in range(5))
    assert any(seconds(*four, f"{other_tone.name},start=0.1") < 4.0 for _ in range(5))
    assert "tracks that follow" in aha.refused(
        "play", "--device=null", *both, "--together", "--crossfade=1")


@pytest.mark.parametrize("rate", [8000, 192000])
def test_plays_at_the_rate_of_the_track(aha, rate):
    write_wav(aha.directory / "short.wav", [(0, 0)] * 800, rate=rate)
    aha("play", "--device=null", "short.wav")


@pytest.mark.parametrize("columns", [30, 100])
def test_the_line_shows_time_and_level(aha, tone, columns):
    terminal = Terminal(
        aha, "play", "--device=null", "--seconds=2", f"{tone.name},loop", columns=columns)
    code, output, drawn = terminal.end()
    assert (code, output) == (0, "")
    pictures = drawn.split("\r")
    assert all(len(picture) < columns for picture in pictures)
    lines = [picture for picture in pictures if picture.startswith("playing")]
    assert len(lines) > 2 and all(re.fullmatch(LINE, line) for line in lines), lines
    assert any("[" in line for line in lines) == (columns > 30)
    assert any("-12.0 dB" in line for line in lines)
    assert pictures[-1] == "" and pictures[-2].strip() == "", "the line is cleared at the end"


def test_a_key_pauses_and_resumes(terminal):
    terminal.press(b" ")
    # The line is drawn ten times a second; the first ones are of the fade.
    times = [terminal.until(r"paused +(\d+:\d\d) ").group(1) for _ in range(14)]
    assert len(set(times[2:])) == 1, times
    terminal.press(b" ")
    terminal.until(r"playing +0:0[1-9] ")
    terminal.press(b"  ")  # pause and resume at once
    terminal.until(r"playing +0:0[2-9] ")
    terminal.press(b" ")
    terminal.until(r"paused")
    terminal.press(b"q")
    assert terminal.end()[0] == 0


def test_keys_change_the_gain(terminal):
    terminal.press(UP)
    terminal.until(r"-11\.0 dB  gain \+1 dB")
    terminal.press(DOWN + DOWN + b"x\x1b[Z\x1b")
    terminal.until(r"-13\.0 dB  gain -1 dB")
    terminal.press(DOWN * 100)
    terminal.until(r"gain -60 dB")
    terminal.press(UP * 100)
    terminal.until(r"gain \+24 dB")
    terminal.press(b"Q")
    assert terminal.end()[0] == 0


def test_keys_are_not_shown(terminal):
    assert terminal.reads_keys()
    terminal.press(b"xyz")
    terminal.press(b"q")
    assert "x" not in terminal.end()[2]


@pytest.mark.parametrize("number", [
    signal.SIGINT, signal.SIGTERM, signal.SIGHUP, signal.SIGQUIT, signal.SIGABRT, signal.SIGSEGV])
def test_terminal_is_restored_after_a_signal(terminal, number):
    assert terminal.reads_keys()
    terminal.process.send_signal(number)
    assert terminal.end()[0] == -number


def test_ctrl_c_ends_the_player(terminal):
    terminal.press(b"\x03")
    code, _, drawn = terminal.end()
    assert code == -signal.SIGINT and drawn.endswith("aha: interrupted\r\n")


def test_ctrl_z_stops_and_fg_resumes_the_player(aha, tone):
    """While it is stopped, the shell has its former terminal settings; afterwards keys are read
    again."""
    shell = ["bash", "-mc", 'stty -g; "$@"; stty -g; fg >/dev/null; stty -g', "bash"]
    terminal = Terminal(aha, "play", "--device=null", f"{tone.name},loop", before=shell)
    modes = terminal.process.stdout.readline()
    terminal.until("playing")
    terminal.press(b"\x1a")
    assert terminal.process.stdout.readline() == modes
    terminal.drawn = ""
    terminal.until("playing")
    terminal.press(b" ")
    terminal.until("paused")
    terminal.press(b"q")
    code, output, _ = terminal.end()
    assert code == 0 and output.encode() == modes


def test_terminal_is_restored_after_a_failure(aha, tone):
    terminal = Terminal(aha, "play", "--device=null", tone.name, "missing.wav")
    code, _, drawn = terminal.end()
    assert code == 3 and "missing.wav" in drawn


def test_play_in_the_background_leaves_the_terminal(aha, tone):
    """Another program owns the keys: the terminal keeps its mode, and aha is not stopped."""
    other = Terminal(aha, "play", "--device=null", f"{tone.name},loop")
    other.until("playing")
    process = aha.start("play", "--device=null", tone.name, stdin=other.slave)
    assert process.wait(timeout=60) == 0 and other.reads_keys()
    other.press(b"q")
    assert other.end()[0] == 0


def test_a_signal_ends_play_without_a_terminal(aha, tone):
    process = aha.start("play", "--device=null", f"{tone.name},loop", stderr=-1)
    with pytest.raises(Exception, match="timed out"):
        process.wait(timeout=0.5)
    # A busy machine starts it late.
    wait_until(lambda: catches(process, signal.SIGTERM), timeout=60)
    process.terminate()
    assert process.communicate(timeout=60)[1] == b"aha: interrupted\n"
    assert process.returncode == -signal.SIGTERM


def test_failures_of_play_have_their_exit_codes(aha, tone):
    (aha.directory / "text.wav").write_text("this is no sound\n")
    assert "missing.wav" in aha.refused("play", "--device=null", "missing.wav", code=3)
    assert "text.wav" in aha.refused("play", "--device=null", "text.wav", tone.name, code=4)


@pytest.mark.parametrize("device, code", [
    ("nowhere", 6), ("alsa:nowhere", 6), ("x" * 500, 6), ("stepped", 2)])
def test_an_unusable_device_is_refused(aha, tone, device, code):
    assert device[:100] in aha.refused("play", "--device", device, tone.name, code=code)
