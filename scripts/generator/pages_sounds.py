"""Sounds before and after each effect, rendered and drawn by the command."""

from __future__ import annotations

import array
import math
import random
import re
import subprocess
import tempfile
import wave
from pathlib import Path
from typing import Callable

RATE = 44100
SECONDS = 4
MAX_BYTES = 100_000
#: The sound and the settings of each effect.
HEARD = {
    "filter": ("drums", "cutoff_hz=600:resonance=4"),
    "reverb": ("drums", "decay_s=3:mix=0.4"),
    "pitch": ("voice", "cents=700:formant=1"),
    "live_pitch": ("voice", "cents=700:formant=1"),
    "compressor": ("drums", "threshold_db=-30:ratio=8:gain_db=9"),
    "limiter": ("drums", "gain_db=15"),
    "equalizer": ("drums", "low_db=10:mid2_db=-12:high_db=-9"),
    "delay": ("plucked", "left_ms=375:right_ms=250:feedback=0.6:mix=0.5"),
    "tuner": ("voice", "speed_ms=0"),
    "fader": ("plucked", "gain_db=-6:pan=0.8"),
    "chorus": ("plucked", "mode=ensemble:depth_ms=5"),
    "phaser": ("plucked", "depth=0.9:feedback=0.7:stages=eight"),
    "tremolo": ("plucked", "rate_hz=8:depth=0.9"),
    "saturation": ("plucked", "drive_db=24:curve=tube:gain_db=-9"),
    "crusher": ("plucked", "bits=5:rate_hz=6000"),
    "gate": ("drums", "threshold_db=-18:hold_ms=20:release_ms=30"),
    "deesser": ("voice", "threshold_db=-50:ratio=10:range_db=18"),
    "width": ("plucked", "width=2:mono_below_hz=200"),
    "ladder": ("drums", "cutoff_hz=500:resonance=0.9:drive_db=12"),
    "convolution": ("plucked", "impulse=hall.wav:mix=0.5"),
}
#: Effects that are seen in the waveform.
LEVELS = ("compressor", "limiter", "fader", "tremolo", "gate")
#: The same noise in each build.
NOISE = random.Random(1)


def tone(hz: float, at: int) -> float:
    return math.sin(2 * math.pi * hz * at / RATE)


def added(frames: list[list[float]], begin: float, sound: list[float], pan: float = 0.5) -> None:
    first = round(begin * RATE)
    for at, value in enumerate(sound[:len(frames[0]) - first]):
        frames[0][first + at] += value * (1 - pan) * 2
        frames[1][first + at] += value * pan * 2


def silence(seconds: float = SECONDS) -> list[list[float]]:
    return [[0.0] * round(seconds * RATE) for _ in range(2)]


def decaying(seconds: float, half: float, source: Callable[[int], float]) -> list[float]:
    """A sound whose level halves after each `half` seconds."""
    return [source(at) * 0.5 ** (at / RATE / half) for at in range(round(seconds * RATE))]


def drums() -> list[list[float]]:
    """Two bars: bass drum, snare and hi-hat, with a little noise behind them."""
    kick = decaying(0.4, 0.06, lambda at: 0.6 * math.sin(
        2 * math.pi * (50 * at / RATE + 2 * (1 - math.exp(-30 * at / RATE)))))
    snare = decaying(0.3, 0.04, lambda at: 0.25 * NOISE.uniform(-1, 1) + 0.15 * tone(190, at))
    hiss = decaying(0.1, 0.015, lambda at: 0.12 * NOISE.uniform(-1, 1))
    hat = [after - before for before, after in zip(hiss, hiss[1:])]
    frames = silence()
    for beat in range(8):
        added(frames, beat * 0.5, snare if beat % 2 else kick)
        added(frames, beat * 0.5, hat, 0.6)
        added(frames, beat * 0.5 + 0.25, hat, 0.7)
    added(frames, 1.75, kick)
    added(frames, 0, [0.006 * NOISE.uniform(-1, 1) for _ in range(SECONDS * RATE)])
    return frames


def plucked() -> list[list[float]]:
    """Broken chords of plucked strings (Karplus-Strong)."""
    frames = silence()
    for number, note in enumerate((45, 60, 64, 69, 41, 60, 65, 69, 43, 59, 62, 67, 48, 60, 64, 72)):
        period = round(RATE / (440 * 2 ** ((note - 69) / 12)))
        string = [NOISE.uniform(-0.5, 0.5) for _ in range(period)]
        sound = []
        for at in range(round(1.5 * RATE)):
            place = at % period
            sound.append(string[place])
            string[place] = 0.498 * (string[place] + string[(place + 1) % period])
        added(frames, number * 0.25, sound, (0.35, 0.45, 0.55, 0.65)[number % 4])
    return frames


def voice() -> list[list[float]]:
    """A sung "ah" a little out of tune, with an s before each note."""
    frames = silence()
    for number, (note, cents) in enumerate(((57, 40), (60, -45), (64, 35), (62, -40))):
        phase, sung = 0.0, []
        states = [[0.0, 0.0] for _ in range(3)]
        for at in range(round(0.8 * RATE)):
            hz = 440 * 2 ** ((note + cents / 100 - 69) / 12) * (1 + 0.004 * tone(5, at))
            phase = (phase + hz / RATE) % 1
            value = 0.0
            for state, (formant, width, gain) in zip(states, ((700, 110, 1.0), (1150, 120, 0.6),
                                                               (2600, 160, 0.3))):
                radius = math.exp(-math.pi * width / RATE)
                out = (phase - 0.5) * (1 - radius) * gain * 4 + state[0] * 2 * radius * math.cos(
                    2 * math.pi * formant / RATE) - state[1] * radius * radius
                state[0], state[1] = out, state[0]
                value += out
            sung.append(0.35 * value * min(1, at / 2000, (0.8 * RATE - at) / 4000))
        hissing = [NOISE.uniform(-0.3, 0.3) for _ in range(round(0.14 * RATE))]
        sibilant = [(now - before) * math.sin(math.pi * at / len(hissing)) for at, (before, now) in
                    enumerate(zip(hissing, hissing[1:]))]
        added(frames, number, sibilant)
        added(frames, number + 0.14, sung)
    return frames


def hall() -> list[list[float]]:
    """The impulse response of a hall: decaying noise."""
    return [[NOISE.gauss(0, 0.1) * 0.001 ** (at / RATE / 2) for at in range(2 * RATE)]
            for _ in range(2)]


def write(path: Path, frames: list[list[float]]) -> None:
    peak = max(abs(value) for channel in frames for value in channel)
    values = array.array("h", (round(value / peak * 0.5 * 32767)
                               for pair in zip(*frames) for value in pair))
    with wave.open(str(path), "wb") as file:
        file.setnchannels(2)
        file.setsampwidth(2)
        file.setframerate(RATE)
        file.writeframes(values.tobytes())


def figure(name: str, picture: str, caption: str) -> str:
    shown = {"waveform": "Waveform", "spectrogram": "Spectrum over time"}[picture]
    return (f"<figure><figcaption>{caption}</figcaption>"
            f'<img src="sounds/{name}-{picture}.png" width="480" height="150" alt="{shown}">'
            f'<audio controls preload="none" src="sounds/{name}.opus"></audio></figure>')


class Studio:
    """Renders sounds in a temporary folder, and keeps encoded ones."""

    def __init__(self, command: Path, work: Path, out: Path) -> None:
        self.command, self.work, self.out = command, work, out
        for make in (drums, plucked, voice, hall):
            write(work / f"{make.__name__}.wav", make())
        for name in ("drums", "plucked", "voice"):
            self.render(name, f"{name}.wav", "waveform")
            self.draw(name, "spectrogram")

    def run(self, *arguments: str) -> None:
        subprocess.run([self.command, *arguments], check=True, cwd=self.work,
                       stdout=subprocess.DEVNULL)

    def render(self, name: str, track: str, picture: str) -> None:
        sound = self.out / f"{name}.opus"
        self.run("mix", "--replace", "--quiet", "--rate", "48000", "--seconds", str(SECONDS + 1),
                 "--quality", "0.2", "-o", str(sound), track)
        if sound.stat().st_size > MAX_BYTES:
            raise SystemExit(f"{sound} has more than {MAX_BYTES} bytes")
        self.draw(name, picture)

    def draw(self, name: str, picture: str) -> None:
        self.run(picture, "--replace", "--size", "480x150", "-o",
                 str(self.out / f"{name}-{picture}.png"), str(self.out / f"{name}.opus"))


def illustrated(text: str, command: Path, out: Path) -> str:
    """The page of effects with a sound before and after each effect of the tables at its end."""
    out.mkdir(parents=True)
    head, mark, tables = text.partition("\n## The kinds\n")
    kinds = re.split(r"(?m)^(?=### .*: `\w+`$)", tables)
    with tempfile.TemporaryDirectory() as work:
        studio = Studio(command, Path(work), out)
        for number, part in enumerate(kinds[1:], 1):
            kind = part[part.index("`") + 1:part.index("`\n")]
            if kind not in HEARD:
                raise SystemExit(f"scripts/generator/pages_sounds.py has no sound of {kind}")
            source, settings = HEARD[kind]
            track = f"{source}.wav,fx={kind}:{settings}"
            picture = "waveform" if kind in LEVELS else "spectrogram"
            studio.render(kind, track, picture)
            kinds[number] = (f'{part.rstrip()}\n\n<div class="heard">'
                             f'{figure(source, picture, "Before")}'
                             f'{figure(kind, picture, "After")}</div>\n\n'
                             f"```sh\naha mix -o out.opus {track}\n```\n\n")
    return head + mark + "".join(kinds)
