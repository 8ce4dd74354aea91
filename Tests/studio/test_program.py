"""The real program in a terminal: a whole session, killed twice, and started again."""

from __future__ import annotations

import contextlib
import fcntl
import os
import pty
import random
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import time
from collections.abc import Iterator
from pathlib import Path

import aha
import dav
import numpy
import pytest
from conftest import TIMEOUT
from studio.model_bench import bench_track
from studio.model_work import Work

TAP = Path(__file__).parents[1] / "devices" / "jack_tap.c"

#: A waveform: the size of a picture of sixels, or many blocks.
STRIP = re.compile(rb'\x1bP[^#]*"1;1;(\d+);(\d+)|(?:\xe2\x96[\x81-\x88]){30}')


class Terminal:
    """The program in tmux, in a server of its own."""

    def __init__(self, folder: Path, *arguments: str) -> None:
        self.folder, self.starts = folder, 0
        self.arguments = [sys.executable, "-B", "-m", "studio", *arguments]
        (folder / "tmux.conf").write_text("set -g remain-on-exit on\n")
        self.start()

    def tmux(self, *words: str) -> str:
        socket = self.folder / f"tmux{self.starts}"
        return subprocess.run(["tmux", "-S", socket, "-f", self.folder / "tmux.conf", *words],
                              check=True, capture_output=True, text=True).stdout

    def start(self) -> None:
        self.starts += 1  # a server of its own, because the one before may still end
        self.tmux("new-session", "-d", "-x", "100", "-y", "30", *self.arguments)

    def text(self) -> str:
        return self.tmux("capture-pane", "-p")

    def until(self, pattern: str) -> re.Match[str]:
        deadline = time.monotonic() + TIMEOUT
        while not (found := re.search(pattern, self.text())):
            assert time.monotonic() < deadline, f"{pattern} is not in\n{self.text()}"
            time.sleep(0.05)
        return found

    def keys(self, *names: str) -> None:
        self.tmux("send-keys", *names)

    def type(self, text: str) -> None:
        self.tmux("send-keys", "-l", text)
        self.tmux("send-keys", "Enter")

    def go(self, number: int, pattern: str) -> None:
        """Goes to a room, and waits for its text."""
        self.keys(str(number))
        self.until(pattern)

    def kill(self) -> None:
        """Kills the program, at any moment, and its terminal."""
        pid = int(self.tmux("display", "-p", "#{pane_pid}"))
        os.kill(pid, signal.SIGKILL)
        self.ends()  # else the next one may find its locks
        self.close()

    def ends(self) -> None:
        """Waits for the end of the program."""
        deadline = time.monotonic() + TIMEOUT
        while self.tmux("display", "-p", "#{pane_dead}").strip() != "1":
            assert time.monotonic() < deadline, self.text()
            time.sleep(0.05)

    def close(self) -> None:
        self.tmux("kill-server")


@pytest.fixture
def tap(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A JACK server without hardware, and the program that records its ports."""
    program, name = tmp_path / "jack_tap", f"studio-{os.getpid()}"
    subprocess.run(["gcc", "-O2", TAP, "-o", program, "-ljack"], check=True)
    monkeypatch.setenv("JACK_DEFAULT_SERVER", name)
    with open(tmp_path / "jackd.log", "wb") as log:
        server = subprocess.Popen(["jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r",
                                   "48000", "-p", "2048"], stdout=log, stderr=log)
        subprocess.run(["jack_wait", "-s", name, "-w", "-t", "20"], check=True, stdout=log,
                       stderr=log)
        yield program
        server.terminate()
        server.wait()


@pytest.fixture
def terminal(tap: Path, tmp_path: Path) -> Iterator[Terminal]:
    """The program, playing into JACK."""
    made = Terminal(tmp_path, "--device", "jack:system", str(tmp_path / "work"))
    yield made
    made.close()


def heard(terminal: Terminal, tap: Path) -> numpy.ndarray:
    """Frames that JACK captured while the arrangement played from its beginning."""
    out = tap.with_suffix(".raw")
    # A cycle that the busy machine's server skipped says nothing, nor does a late start.
    for _ in range(10):
        recorder = subprocess.Popen([tap, "144000", out, "libaha:out_0", "libaha:out_1"],
                                    stdout=subprocess.PIPE)
        assert recorder.stdout is not None and recorder.stdout.readline() == b"ready\n"
        terminal.keys("Space")
        code = recorder.wait(TIMEOUT)
        terminal.keys("Space")
        terminal.until("■ 0:00")
        if code == 0:
            frames = sounding(numpy.fromfile(out, "float32").reshape(-1, 2))
            if len(frames) == 48000:
                return frames
    raise AssertionError(f"no whole second in ten recordings; the last one ended with {code}")


def sounding(frames: numpy.ndarray) -> numpy.ndarray:
    """A second of frames, from the first that is not silent."""
    return frames[numpy.argmax(numpy.abs(frames).max(axis=1) > 0.001):][:48000]


def test_a_session_is_there_again_after_kill_9(same_day: None, terminal: Terminal, tap: Path,
                                               tmp_path: Path, tones: Path) -> None:
    with dav.Server() as server:
        with aha.Client("tests") as client:
            aha.Destination.webdav(client, server.url, name="cloud", webdav="plain").save()
        # List: scan, play.
        terminal.until("No sounds here")
        terminal.keys("s")
        terminal.until("Scan a folder")
        terminal.type(str(tones))
        terminal.until("scanned 4: 4 new")
        terminal.keys("End", "Space")
        terminal.until("▶ drone")
        terminal.keys("Space")
        # Sliders: bend, insert.
        terminal.keys("Enter")
        terminal.until("Pitch · Shift .* 0.00 cents")
        terminal.keys("Right", "Right", "Down", "S-Left")
        terminal.until("Pitch · Shift .* 200 cents")
        cutoff = terminal.until(r"Filter · Cutoff .* (?!20000 )(\d+) Hz")[1]
        terminal.keys("i")
        terminal.until("drone is in the arrangement")
        # Record the master.
        terminal.go(3, "ready")
        terminal.keys("Space")
        terminal.until("● recording 0:0(0.[5-9]|[1-9])")
        terminal.keys("Space")
        terminal.until("take-001 .*0:0[0-9]")
        # Arrange: play, bounce. JACK hears the samples of the bounce.
        terminal.go(4, "drone +[+]0")
        terminal.keys("L", "L", "L")
        terminal.until("bounce: as it is")
        played = heard(terminal, tap)
        terminal.keys("b")
        terminal.until("bounced studio-001.flac")
        with aha.Engine.offline() as engine:
            bounced = sounding(engine.load(tmp_path / "work/bounces/studio-001.flac").read())
        assert len(played) == len(bounced) == 48000
        assert numpy.abs(played - bounced).max() < 1e-4  # the dither of 16 bits
        # Share: to a folder; then to a server, killed on the way.
        terminal.go(5, "cloud +webdav")
        terminal.keys("n")
        terminal.until("NAME FOLDER")
        terminal.type(f"disk {tmp_path / 'drops'}")
        terminal.until("disk +folder")
        terminal.keys("Down", "Enter")
        terminal.until("dropped 'studio-001' to disk")
        terminal.until("file:///")
        server.gate.clear()
        terminal.keys("Up", "Enter")
        assert server.uploading.wait(TIMEOUT)
        terminal.kill()
        server.gate.set()
        terminal.start()
        terminal.until("↺ studio-001 to cloud")  # the same room
        terminal.keys("r")
        terminal.until("dropped 'studio-001' to cloud")
        # A take, killed on the way.
        terminal.go(3, "ready")
        terminal.keys("Space")
        terminal.until(r"● recording 0:0[2-9]")
        terminal.kill()
        terminal.start()
        terminal.until(r"recovered take-002.flac: [1-9]\d*\.\d s")
        terminal.until("take-002 .*0:0[1-9]")
        terminal.go(2, "Pitch · Shift .* 200 cents")
        terminal.until(f"Filter · Cutoff .* {cutoff} Hz")
        terminal.go(4, "drone +[+]0")
        terminal.go(5, "http://127")
        terminal.go(6, "takes +2")
        for line in ("plays +1", "bounces +1", "drops +2"):
            terminal.until(line)
        terminal.keys("q")
        terminal.ends()


def test_killed_at_any_moment_it_has_the_moves_up_to_then(tmp_path: Path, tones: Path) -> None:
    """Three kills while keys move a slider. A move is stored without another key."""
    work = Work(tmp_path / "work", device="null")
    work.sounds.library.scan(tones).wait()
    track = bench_track(work, str(tones / "choir.wav"), "choir")
    work.settings.set(room="sliders", bent=[work.bench.path, track.id])
    work.close()
    terminal = Terminal(tmp_path, "--device", "null", str(tmp_path / "work"))
    steps = 0
    try:
        for milliseconds in random.Random(1).sample(range(400), 3):
            terminal.until(r"Pitch · Shift .* (\d+\.?\d*) cents")
            terminal.keys("Right", "Space")
            steps += 1
            terminal.until(rf"Pitch · Shift .* {steps}00 cents")
            until_stored(tmp_path / "work/studio.bench.aha", 100 * steps)
            for _ in range(3):
                terminal.keys("Right", "Right", "Space")
            time.sleep(milliseconds / 1000)
            terminal.kill()
            terminal.start()
            found = int(terminal.until(r"Pitch · Shift .* (\d+)00 cents")[1])
            assert steps <= found <= steps + 6
            steps = found
    finally:
        terminal.close()


def until_stored(bench: Path, cents: float) -> None:
    """Waits until the sound's pitch is on the disk."""
    deadline = time.monotonic() + TIMEOUT
    with aha.Project(bench, read_when_in_use=True) as project:
        pitch = project.tracks[0].effects[0]
        while (stored := pitch.get("cents")) != cents:
            assert time.monotonic() < deadline, f"{stored} cents are stored, not {cents}"
            time.sleep(0.05)


@pytest.mark.parametrize("attributes", ["4", "22"])
def test_the_waveform_is_a_picture_where_the_terminal_has_sixels(work: Work, tmp_path: Path,
                                                                 attributes: str) -> None:
    """The terminal is a pty that answers as one with the attribute 4, sixels, or 22, colors."""
    work.close()
    # A picture of 98 x 2 cells of 10 x 20 pixels; else blocks.
    wanted = (b"980", b"40") if attributes == "4" else (None, None)
    for _ in range(5):  # the program waits 0.1 s for an answer, and a busy machine is slower
        found = waveform_of(work, attributes)
        if found == wanted:
            break
    assert found == wanted


def waveform_of(work: Work, attributes: str) -> tuple[bytes | None, ...]:
    """Columns and rows of the picture, or None twice for blocks."""
    master, slave = pty.openpty()
    fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 1000, 600))
    program = subprocess.Popen([sys.executable, "-B", "-m", "studio", "--device", "null",
                                work.folder], stdin=slave, stdout=slave, stderr=slave,
                               env={**os.environ, "TERM": "xterm-256color"})
    shown, deadline = b"", time.monotonic() + TIMEOUT
    try:
        while not (found := STRIP.search(shown)):
            assert time.monotonic() < deadline, shown[-2000:]
            if select.select([master], [], [], 0.1)[0]:
                shown += os.read(master, 65536)
            if shown.count(b"\x1b[c"):
                shown = shown.replace(b"\x1b[c", b"")
                os.write(master, f"\x1b[?62;{attributes}c".encode())
    finally:
        program.kill()
        program.wait()
        os.close(master)
        os.close(slave)
    return found.groups()


@pytest.mark.parametrize("term", ["dumb", ""])
def test_a_terminal_without_a_cursor_is_refused(tmp_path: Path, term: str) -> None:
    master, slave = pty.openpty()
    done = subprocess.run([sys.executable, "-B", "-m", "studio", tmp_path], stdin=slave,
                          stdout=slave, stderr=subprocess.PIPE, env={**os.environ, "TERM": term})
    os.close(master)
    os.close(slave)
    assert done.returncode == 1 and b"set TERM, as in xterm-256color" in done.stderr


def test_no_terminal_is_refused(tmp_path: Path) -> None:
    done = subprocess.run([sys.executable, "-B", "-m", "studio", tmp_path], text=True,
                          stdin=subprocess.DEVNULL, capture_output=True)
    assert done.returncode == 1 and "must be a terminal" in done.stderr


def test_a_file_as_the_project_is_refused(tmp_path: Path) -> None:
    (tmp_path / "tone.wav").write_bytes(b"x")
    output, code = session(tmp_path, tmp_path / "tone.wav")
    assert b"tone.wav is a file, and no project: give a folder" in output and code == 1


def test_the_title_of_the_terminal_stays(tmp_path: Path) -> None:
    output, code = session(tmp_path, tmp_path / "work", quits=True)
    assert b"List" in output and code == 0
    assert not re.search(rb"\x1b\](?:[012]|22);|\x1b\[2[23](?:;\d)?t", output)


def session(folder: Path, *arguments: Path, quits: bool = False) -> tuple[bytes, int]:
    """The bytes that the program sends to its terminal, and its exit code. ``quits``: by q."""
    pid, terminal = pty.fork()
    if pid == 0:
        os.environ.update(TERM="xterm-256color")
        os.execv(sys.executable, [sys.executable, "-B", "-m", "studio", "--device", "null",
                                  *map(str, arguments)])
    fcntl.ioctl(terminal, termios.TIOCSWINSZ, struct.pack("HHHH", 30, 100, 0, 0))
    output, deadline = b"", time.monotonic() + TIMEOUT
    with contextlib.suppress(OSError):  # at its end
        while time.monotonic() < deadline:
            if select.select([terminal], [], [], 0.1)[0]:
                output += os.read(terminal, 65536)
            if quits and b"no hardware" in output:
                os.write(terminal, b"q")
                quits = False
    os.close(terminal)
    return output, os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1])
