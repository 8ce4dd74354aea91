"""libaha's Python binding on the installed tree, and its analyses of sounds."""

import os
import subprocess
import sys

from harness import ROOT, Unmeasured, library

os.environ["AHA_LIBRARY"] = str(library())
sys.path.insert(0, str(ROOT / "bindings/python"))

import aha  # noqa: E402


def heard(samples, rate):
    """The analysis of samples in memory."""
    try:
        return aha.Analysis.of(samples, rate)
    except aha.Error as error:
        raise Unmeasured(str(error)) from error


def heard_file(path):
    try:
        return aha.Analysis(path)
    except aha.Error as error:
        raise Unmeasured(str(error)) from error


def loaded(path, rate):
    """A file's samples at a rate: (frames, channels)."""
    with aha.Engine.offline(sample_rate=rate) as engine:
        return engine.load(path).read().copy()


def shifted(samples, rate, cents):
    """The samples in another pitch, with equal length."""
    with aha.Engine.offline(sample_rate=rate) as engine:
        return engine.sound(samples, rate).stretch(cents=cents).read().copy()


def output(command):
    """Output of a command, which must succeed."""
    try:
        done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                              check=False)
    except OSError as error:
        raise Unmeasured(str(error)) from error
    if done.returncode != 0:
        raise Unmeasured(f"{command[0]} ended with {done.returncode}: {done.stderr[-200:]}")
    return done.stdout + done.stderr
