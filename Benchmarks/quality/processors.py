"""Sends sound through libaha, pedalboard, and peers' commands.

Sound is an array of two rows (left, right) of floats, at 44.1 kHz by default; the result has the
same length."""

import tempfile
from pathlib import Path

import numpy
from pedalboard import Pedalboard
from pedalboard.io import AudioFile

from harness import ROOT, WORK, measure, run
from measures import RATE

FOLDER = ROOT / "build/quality"


def stereo(signal):
    return numpy.broadcast_to(signal, (2, signal.shape[-1]))


def fitted(sound, length):
    """Cut or padded with silence to a length."""
    sound = numpy.asarray(sound, float)[:, :length]
    return numpy.pad(sound, ((0, 0), (0, length - sound.shape[1])))


class Aha:
    """A player with a chain, as chain_aha.h describes chains; its latency is compensated."""

    def __init__(self, chain, rate=RATE):
        self.chain, self.rate = chain, rate
        self.latency_frames = None

    def __call__(self, sound):
        with tempfile.TemporaryDirectory(dir=WORK) as folder:
            source, target = Path(folder) / "in", Path(folder) / "out"
            stereo(sound).T.astype(numpy.float32).tofile(source)
            told = measure("render_aha", source, target, self.chain, sound.shape[-1],
                           self.rate)
            self.latency_frames = told["latency_frames"]
            return numpy.fromfile(target, numpy.float32).reshape(-1, 2).T.astype(float)


class Board:
    """pedalboard's effects, fed with the whole sound, or in blocks with an action between them."""

    def __init__(self, *effects, length=None, between=None, rate=RATE):
        self.board, self.length, self.between = Pedalboard(list(effects)), length, between
        self.rate = rate

    def __call__(self, sound):
        sound = stereo(sound).astype(numpy.float32)
        length = self.length or sound.shape[1]
        parts = []
        for begin in range(0, sound.shape[1], length):
            if self.between:
                self.between(self.board[0], begin / self.rate)
            part = numpy.ascontiguousarray(sound[:, begin:begin + length])
            parts.append(self.board(part, self.rate, reset=begin == 0))
        return fitted(numpy.concatenate(parts, 1), sound.shape[1])


class Command:
    """A program that reads a file and writes one; both have 24 bits, which all programs support."""

    def __init__(self, *words):
        self.words = words

    def __call__(self, sound):
        with tempfile.TemporaryDirectory(dir=WORK) as folder:
            paths = {"{in}": f"{folder}/in.wav", "{out}": f"{folder}/out.wav"}
            with AudioFile(paths["{in}"], "w", RATE, 2, bit_depth=24) as file:
                file.write(stereo(sound).astype(numpy.float32))
            run([paths.get(word, word) for word in self.words], pinned=False)
            with AudioFile(paths["{out}"]) as file:
                return fitted(file.read(file.frames), sound.shape[-1])
