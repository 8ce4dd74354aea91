"""Multi-part pieces in a short notation, played by fluidsynth at any tempo."""

import re
from dataclasses import dataclass, field

import numpy

import notes

SECONDS, DRUMS = 24, 9
LETTERS = {"C": 0, "D": 2, "E": 4, "F": 5, "G": 7, "A": 9, "B": 11}
KIT = {"k": 36, "r": 37, "s": 38, "c": 39, "h": 42, "o": 46, "y": 51}


@dataclass
class Part:
    """One instrument.

    `steps` is a repeating pattern: x is the chord, b its root and f its fifth in the bass, 0 to 5 a
    note of the chord, a dot a rest. `melody` is notes with lengths in beats: "C4:2 - E".
    """
    program: int
    steps: str = ""
    melody: str = ""
    length: float = 16
    velocity: int = 84


@dataclass
class Piece:
    name: str
    bpm: float
    chords: str
    parts: list
    # Steps for each drum of KIT.
    drums: dict = field(default_factory=dict)
    per_beat: int = 4
    bar: int = 4
    # Delay of the second eighth of a beat, in beats.
    swing: float = 0.0


def pitch_class(name):
    return (LETTERS[name[0]] + name.count("#") - name.count("b")) % 12


def chord(name):
    """The notes of "C", "F#m", "G7"."""
    root, kind = re.fullmatch(r"([A-G][#b]?)(m?7?)", name).groups()
    third = 3 if kind.startswith("m") else 4
    return pitch_class(root), [0, third, 7] + ([10] if "7" in kind else [])


def step_pitches(sign, name):
    root, tones = chord(name)
    if sign in "bf":
        return [36 + root + (7 if sign == "f" else 0) - (12 if sign == "f" and root > 4 else 0)]
    if sign == "x":
        return [48 + root + tone for tone in tones]
    octave, tone = divmod(int(sign), len(tones))
    return [48 + root + tones[tone] + 12 * octave]


def stepped(piece, part, beats):
    chords, hits = piece.chords.split(), []
    steps = part.steps.replace(" ", "")
    for index in range(int(beats * piece.per_beat)):
        if (sign := steps[index % len(steps)]) != ".":
            hits.append((index, sign))
    for (index, sign), (after, _) in zip(hits, [*hits[1:], (beats * piece.per_beat, "")]):
        beat = index / piece.per_beat
        name = chords[int(beat // piece.bar) % len(chords)]
        length = min(after - index, part.length) / piece.per_beat
        for pitch in step_pitches(sign, name):
            yield beat, length, pitch, part.velocity


def sung(part, beats):
    beat = 0.0
    while beat < beats:
        octave = 4
        for token in part.melody.split():
            name, _, length = token.partition(":")
            length = float(length or 1)
            if name != "-":
                octave = int(name[-1]) if name[-1].isdigit() else octave
                yield beat, 0.95 * length, 12 + 12 * octave + pitch_class(name), part.velocity
            beat += length


def drummed(piece, beats):
    for sign, steps in piece.drums.items():
        steps = steps.replace(" ", "")
        for index in range(int(beats * piece.per_beat)):
            if steps[index % len(steps)] != ".":
                loud = 70 if sign in "hy" else 100
                yield index / piece.per_beat, 0.2, KIT[sign], loud


def rendered(piece, seed):
    """24 s of a piece with timing errors of some milliseconds."""
    random = numpy.random.default_rng(seed)
    beats, found = SECONDS * piece.bpm / 60, []
    lines = [(channel, sung(part, beats) if part.melody else stepped(piece, part, beats))
             for channel, part in enumerate(piece.parts)]
    for channel, line in [*lines, (DRUMS, drummed(piece, beats))]:
        for beat, length, pitch, velocity in line:
            late = random.normal(0, 0.004) * piece.bpm / 60
            late += piece.swing * (beat % 1 == 0.5)
            velocity = int(numpy.clip(velocity + random.normal(0, 6), 20, 127))
            found.append((max(0, beat + late + 0.1), length, pitch, velocity, channel))
    programs = {channel: part.program for channel, part in enumerate(piece.parts)}
    return notes.played(programs, found, piece.bpm)[:SECONDS * notes.RATE]
