"""Progressions and melodies in every key, played by fluidsynth with a General MIDI sound font."""

import struct
import tempfile
from pathlib import Path

import numpy

from harness import Unmeasured
from listening import output

FONT = Path("/usr/share/sounds/sf2/TimGM6mb.sf2")
# A sample rate at which beats are whole frames.
RATE, BPM, BEATS, TICKS = 22_050, 120, 24, 480
SCALES = {"major": [0, 2, 4, 5, 7, 9, 11], "minor": [0, 2, 3, 5, 7, 8, 10]}
KEYS = [(root, mode) for mode in SCALES for root in range(12)]
# Degrees of four chords; all end on the tonic.
PROGRESSIONS = {"major": [[0, 4, 5, 3], [0, 3, 4, 0], [0, 5, 1, 4]],
                "minor": [[0, 5, 2, 6], [0, 3, 4, 0], [0, 6, 5, 4]]}
# Neither these lines nor their instruments were used to fit the weights.
MODES = {"dorian": [[0, 3, 2, 6], [0, 1, 3, 1], [0, 2, 6, 3]],
         "mixolydian": [[0, 5, 6, 3], [0, 6, 4, 3], [0, 2, 6, 3]],
         "lydian": [[0, 1, 6, 1], [0, 5, 1, 4]], "phrygian": [[0, 1, 6, 5], [0, 6, 1, 3]]}
MODE_SCALES = {"dorian": [0, 2, 3, 5, 7, 9, 10], "mixolydian": [0, 2, 4, 5, 7, 9, 10],
               "lydian": [0, 2, 4, 6, 7, 9, 11], "phrygian": [0, 1, 3, 5, 7, 8, 10]}
# A piece of three keys: mode, and root above the first.
CHANGES = [("major", 0), ("major", 3), ("minor", 9)]
BARS = 8
MELODIES = [[0, 1, 2, 0, 4, 3, 2, 1, 2, 3, 4, 5, 4, 2, 1, 0],
            [4, 2, 0, 2, 4, 7, 6, 5, 4, 3, 2, 1, 0, 2, 1, 0],
            [0, 2, 4, 7, 5, 4, 3, 2, 3, 5, 4, 2, 1, 6, 1, 0]]


def chords(root, mode, which):
    """Notes as (beat, length, pitch)."""
    notes, scale = [], SCALES[mode]
    for bar, degree in enumerate([*PROGRESSIONS[mode][which], 0]):
        for step in (0, 2, 4):
            # The dominant of a minor key is a major chord.
            raised = mode == "minor" and degree == 4 and step == 2
            octave, note = divmod(degree + step, 7)
            notes.append((4 * bar, 3.9, 48 + root + scale[note] + 12 * octave + raised))
        notes.append((4 * bar, 3.9, 36 + (root + scale[degree]) % 12))
    return notes


def triads(root, scale, degrees):
    """One chord per bar, with its root in the bass."""
    for bar, degree in enumerate(degrees):
        for step in (0, 2, 4):
            octave, note = divmod(degree + step, 7)
            yield 4 * bar, 3.9, 48 + root + scale[note] + 12 * octave
        yield 4 * bar, 3.9, 36 + (root + scale[degree]) % 12


def is_minor(mode, degree):
    """Whether the triad on a degree is minor."""
    octave, third = divmod(degree + 2, 7)
    return SCALES[mode][third] + 12 * octave - SCALES[mode][degree] == 3


def melody(root, mode, which):
    line, scale = 2 * MELODIES[which], SCALES[mode]
    lengths = [0.48] * (len(line) - 1) + [3]
    return [(beat / 2, length, 60 + root + scale[degree % 7] + 12 * (degree // 7))
            for beat, (degree, length) in enumerate(zip(line, lengths))]


def delta(ticks):
    """A variable-length number of MIDI files: seven bits in each byte, the high bit set except
    in the last."""
    encoded = bytes([ticks & 127])
    while ticks := ticks >> 7:
        encoded = bytes([128 | ticks & 127]) + encoded
    return encoded


def midi_file(programs, notes, bpm=BPM):
    """Notes as (beat, length, pitch, velocity, channel); programs by channel."""
    events = []
    for start, length, pitch, velocity, channel in notes:
        end = max(round(start * TICKS) + 1, round((start + length) * TICKS) - 1)
        events.append((round(start * TICKS), bytes([0x90 | channel, pitch, velocity])))
        events.append((end, bytes([0x80 | channel, pitch, 0])))
    track, last = b"\0\xff\x51\x03" + struct.pack(">I", round(60_000_000 / bpm))[1:], 0
    for channel, program in programs.items():
        track += bytes([0, 0xC0 | channel, program])
    for tick, message in sorted(events):
        track += delta(tick - last) + message
        last = tick
    track += b"\0\xff\x2f\0"
    head = struct.pack(">4sIHHH", b"MThd", 6, 0, 1, TICKS)
    return head + struct.pack(">4sI", b"MTrk", len(track)) + track


def played(programs, notes, bpm=BPM):
    """Mono samples of notes, by fluidsynth."""
    if not FONT.exists():
        raise Unmeasured(f"{FONT} is missing: the package timgm6mb-soundfont")
    with tempfile.TemporaryDirectory() as folder:
        score, sound = Path(folder) / "notes.mid", Path(folder) / "notes.raw"
        score.write_bytes(midi_file(programs, notes, bpm))
        output(["fluidsynth", "-ni", "-q", "-g", "0.8", "-r", RATE, "-O", "float", "-T", "raw",
                "-F", sound, FONT, score])
        return numpy.fromfile(sound, numpy.float32).reshape(-1, 2).mean(axis=1)


def in_every_key(program, compose, which):
    """Pairs of a key and its samples, from one run of fluidsynth with silence between the keys."""
    notes = [(BEATS * index + beat, length, pitch, 90, 0) for index, key in enumerate(KEYS)
             for beat, length, pitch in compose(*key, which)]
    samples, length = played({0: program}, notes), BEATS * RATE * 60 // BPM
    return [(key, samples[index * length:(index + 1) * length]) for index, key in enumerate(KEYS)]


def in_mode(program, mode, degrees):
    """Samples on every root, starting with C."""
    notes = [(BEATS * root + beat, length, pitch, 90, 0) for root in range(12)
             for beat, length, pitch in triads(root, MODE_SCALES[mode], [*degrees, 0])]
    samples, length = played({0: program}, notes), BEATS * RATE * 60 // BPM
    return [samples[root * length:(root + 1) * length] for root in range(12)]


def changing(program):
    """For every root: samples, the (root, mode) of each section of 16 s, and the degrees of its
    bars of 2 s."""
    notes, pieces, beats = [], [], 4 * BARS * len(CHANGES)
    for first in range(12):
        keys = [((first + above) % 12, mode) for mode, above in CHANGES]
        bars = [sum(PROGRESSIONS[mode][:2], []) for _, mode in keys]
        pieces.append((keys, bars))
        for section, ((root, mode), degrees) in enumerate(zip(keys, bars)):
            begin = first * beats + section * 4 * BARS
            notes += [(begin + beat, length, pitch, 90, 0)
                      for beat, length, pitch in triads(root, SCALES[mode], degrees)]
    samples, length = played({0: program}, notes), beats * RATE * 60 // BPM
    return [(samples[index * length:(index + 1) * length], *piece)
            for index, piece in enumerate(pieces)]
