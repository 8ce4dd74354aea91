"""The pads in a window of a virtual screen: keys and the mouse play, groups choke, levels show."""

from __future__ import annotations

import os
import struct
import subprocess
import time
import zlib
from collections.abc import Iterator
from pathlib import Path

import numpy
import pytest
from conftest import TIMEOUT, tone

ROOT = Path(__file__).parents[2]
GAP, PAD, METER = 12, 140, 10
WIDTH, HEIGHT = 4 * (PAD + GAP) + GAP, 4 * (PAD + GAP) + GAP + 40


class Screen:
    """A virtual screen of the window's size, whose memory is a file (XWD)."""

    def __init__(self, folder: Path) -> None:
        self.memory = folder / "Xvfb_screen0"
        reading, writing = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(writing), "-screen", "0", f"{WIDTH}x{HEIGHT}x24", "-fbdir",
             folder, "-noreset", "-nolisten", "tcp"], pass_fds=[writing],
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(writing)
        with open(reading) as line:  # Xvfb fails if the pipe is closed before the line's end
            self.display = f":{line.readline().strip()}"
        until(self.memory.exists)

    def pixels(self) -> numpy.ndarray:
        """Red, green and blue of all pixels."""
        data = self.memory.read_bytes()
        header = struct.unpack(">25I", data[:100])
        begin = header[0] + 12 * header[19]
        rows = numpy.frombuffer(data[begin:begin + header[12] * HEIGHT], "uint8")
        return rows.reshape(HEIGHT, -1, 4)[:, :WIDTH, 2::-1]

    def save(self, path: Path) -> None:
        """Writes a PNG."""
        lines = b"".join(b"\0" + row.tobytes() for row in numpy.ascontiguousarray(self.pixels()))
        parts = ((b"IHDR", struct.pack(">2I5B", WIDTH, HEIGHT, 8, 2, 0, 0, 0)),
                 (b"IDAT", zlib.compress(lines)), (b"IEND", b""))
        path.write_bytes(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
            for name, data in parts))

    def level(self, pad: int) -> int:
        """Pixels of a pad's meter that are lit."""
        x, y = GAP + pad % 4 * (PAD + GAP) + 10, GAP + pad // 4 * (PAD + GAP) + PAD - 18
        return int((self.pixels()[y, x:x + PAD - 20, 1] > 100).sum())


@pytest.fixture(scope="session")
def program(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("pads") / "pads"
    flags = subprocess.run(["sdl2-config", "--cflags", "--libs"], check=True, text=True,
                           capture_output=True).stdout.split()
    library = Path(os.environ["AHA_LIBRARY"])
    subprocess.run(["gcc", "-std=c17", "-O2", "-Wall", "-Wextra", "-Werror",
                    f"-I{ROOT / 'include'}", ROOT / "examples/pads/pads.c", *flags, library,
                    f"-Wl,-rpath,{library.parent}", "-lm", "-o", out], check=True)
    return out


@pytest.fixture
def screen(tmp_path: Path) -> Iterator[Screen]:
    made = Screen(tmp_path)
    yield made
    made.server.terminate()
    made.server.wait()


def until(is_true) -> None:
    deadline = time.monotonic() + TIMEOUT
    while not is_true():
        assert time.monotonic() < deadline
        time.sleep(0.02)


def test_keys_and_the_mouse_play_pads_that_choke(program: Path, screen: Screen,
                                                 tmp_path: Path) -> None:
    files = [str(tone(tmp_path / f"{name}.wav", 3.0, hertz))
             for name, hertz in (("Kick", 80), ("Snare", 200), ("Open-hat", 3000),
                                 ("Closed-hat", 4000))]
    files[2:] = [f"1:{file}" for file in files[2:]]
    environment = {**os.environ, "DISPLAY": screen.display, "SDL_VIDEODRIVER": "x11"}
    pads = subprocess.Popen([program, "--device", "null", *files], env=environment)

    def do(*words: str) -> None:
        subprocess.run(["xdotool", *words], check=True, env=environment)

    try:
        until(lambda: screen.pixels()[:, :, 0].max() > 200)  # the window is drawn
        do("search", "--sync", "--name", "pads", "windowfocus")
        do("key", "1")
        until(lambda: screen.level(0) > 80)
        assert screen.level(1) == 0
        do("key", "3")
        until(lambda: screen.level(2) > 80)
        do("key", "4")
        until(lambda: screen.level(3) > 80 and screen.level(2) == 0)  # choked; it lasts 3 s
        if folder := os.environ.get("STUDIO_PICTURES"):
            screen.save(Path(folder) / "pads.png")
        x, y = GAP + PAD + GAP + PAD // 2, GAP + 5
        do("mousemove", str(x), str(y), "click", "1")
        until(lambda: screen.level(1) > 80)
        do("key", "Escape")
        assert pads.wait(TIMEOUT) == 0
    finally:
        pads.kill()
        pads.wait()


def test_without_files_the_loops_of_the_demo_play(program: Path, screen: Screen) -> None:
    environment = {**os.environ, "DISPLAY": screen.display, "SDL_VIDEODRIVER": "x11"}
    pads = subprocess.Popen([program, "--device", "null"], env=environment)
    try:
        until(lambda: screen.pixels()[:, :, 0].max() > 200)
        subprocess.run(["xdotool", "search", "--sync", "--name", "pads", "windowfocus", "key", "R"],
                       check=True, env=environment)
        until(lambda: screen.level(7) > 40)  # the last of eight
    finally:
        pads.kill()
        pads.wait()


@pytest.mark.parametrize("arguments, code, line", [
    (["x.wav"] * 17, 2, "usage: pads"), (["no.wav"], 1, "no.wav")])
def test_bad_arguments_are_refused(program: Path, arguments, code, line) -> None:
    done = subprocess.run([program, *arguments], capture_output=True, text=True)
    assert done.returncode == code and line in done.stderr
