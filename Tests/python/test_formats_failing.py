"""Streams of a host that fail at the n-th call, in each format."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import aha
import numpy as np
import pytest
from conftest import unraisable
from test_formats import RATE, ffmpeg

FILES = {
    "aac.m4a": ["-c:a", "aac"], "alac.m4a": ["-c:a", "alac"], "adts.aac": ["-c:a", "aac"],
    "aac.mka": ["-c:a", "aac"], "opus.webm": ["-ar", "48000", "-c:a", "libopus"],
    "mp3.avi": ["-c:a", "libmp3lame"], "wma.wma": ["-c:a", "wmav2"], "ac3.ac3": ["-c:a", "ac3"],
    "dts.dts": ["-ar", "48000", "-c:a", "dca", "-strict", "-2"], "tta.tta": ["-c:a", "tta"],
    "mp2.ts": ["-c:a", "mp2"], "wav.wav": [], "flac.flac": [], "mp3.mp3": [],
    "vorbis.ogg": ["-c:a", "libvorbis"],
}


class Lost(io.BytesIO):
    """A file whose n-th call fails, and with `lasts` each later one too."""

    calls, fails_at, lasts = 0, -1, False

    def _count(self) -> None:
        self.calls += 1
        if self.calls == self.fails_at or self.lasts and self.calls > self.fails_at >= 0:
            raise OSError("lost")

    def readinto(self, room: Any) -> int:  # type: ignore[override]
        self._count()
        return super().readinto(room)

    def seek(self, offset: int, whence: int = 0) -> int:
        self._count()
        return super().seek(offset, whence)


@pytest.fixture(scope="module")
def sounds(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("failing")
    for name, options in FILES.items():
        # More than libaha buffers, so that jumps read again.
        ffmpeg("-f", "lavfi", "-i", f"anoisesrc=d=4:seed=1:a=0.3:r={RATE}", "-ac", "2",
               *options, str(folder / name))
    return folder


def listen(engine: aha.Engine, file: Lost) -> int:
    """Loads, reads and plays a stream from several places; returns the count of calls."""
    try:
        sound = engine.load(file, streamed=True)
        length = len(sound)
        for place in (length // 2, 0, length * 3 // 4, 100):
            sound.read(place, 1000)
        player = engine.play(sound)
        for place in (length // 2, 0, length - 2000, 100):
            player.seek(place)
            engine.render(600)
        player.close()
        sound.close()
    except (aha.Error, OSError):
        pass
    engine.events_now()
    return file.calls


@pytest.mark.parametrize("lasts", [False, True], ids=["once", "from then on"])
@pytest.mark.parametrize("name", FILES)
def test_a_stream_may_fail_at_any_call(
        engine: aha.Engine, sounds: Path, name: str, lasts: bool) -> None:
    data = (sounds / name).read_bytes()
    calls = listen(engine, Lost(data))
    assert calls > 8
    with unraisable():
        for number in range(1, calls + 1):
            file = Lost(data)
            file.fails_at, file.lasts = number, lasts
            listen(engine, file)
    # The engine plays on.
    sound = engine.load(Lost(data), streamed=True)
    assert np.abs(sound.read(len(sound) // 2, 4000)).max() > 0.05
