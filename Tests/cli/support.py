"""Runs the program, and reads and writes its sounds."""

import array
import json
import os
import re
import signal
import subprocess
import wave
from pathlib import Path


VERBS = [
    "info", "analyze", "convert", "mix", "play", "record", "recover", "project", "bounce",
    "piece", "cover", "waveform", "spectrogram", "login", "logout", "accounts", "request",
    "drop", "drops", "open", "destinations", "register-scheme", "library", "history", "devices",
    "effects", "formats", "doctor", "help",
]

# As errors list them.
EFFECTS = ("filter, reverb, pitch, compressor, limiter, equalizer, delay, tuner, fader, chorus,"
           " phaser, tremolo, saturation, crusher, gate, deesser, width, ladder, convolution,"
           " live_pitch")

# Subcommands of aha project.
PARTS = [
    "new", "add", "send", "duck", "set", "split", "remove", "automate", "show", "undo", "redo",
    "plot",
]

# Subcommands of aha piece.
PIECE_PARTS = ["new", "show", "validate", "key", "embed"]

# Subcommands of aha library.
LIBRARY_PARTS = [
    "scan", "list", "search", "sync", "fetch", "check", "analyze", "kin", "duplicates", "forget",
    "restore", "set", "smart",
]

# Subcommands of aha destinations.
DESTINATION_PARTS = ["add", "show", "remove", "check"]

# All commands, as lists of words.
COMMANDS = [[verb] for verb in VERBS] + [
    [group, part]
    for group, parts in [("project", PARTS), ("piece", PIECE_PARTS), ("library", LIBRARY_PARTS),
                         ("destinations", DESTINATION_PARTS)] for part in parts]

# One second of a constant level at 48 kHz, silent at its very end, so that no fade follows.
TONE = [(8192, 8192)] * 47520 + [(0, 0)] * 480

# Commands that write a file, and refuse to overwrite one without --replace.
WRITING = ["mix", "bounce", "cover", "waveform", "spectrogram", "project plot"]


def replacing(arguments):
    """The arguments with --replace, for tests that write one file several times."""
    for verb in WRITING:
        words = verb.split()
        if list(arguments[:len(words)]) == words and len(arguments) > len(words):
            return [*words, "--replace", *arguments[len(words):]]
    return arguments


# Removes root's permission to read and write everything.
AS_PLAIN_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


# Signals that the program may inherit as ignored, if the tests run under nohup or in the background
# of a shell. subprocess itself restores SIGPIPE and SIGXFSZ.
INHERITED = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGCHLD,
             signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU]


def with_default_signals(prepare=None):
    """A preexec_fn: resets ignored and blocked signals, then runs `prepare`."""
    def before():
        for number in INHERITED:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        if prepare is not None:
            prepare()

    return before


class Aha:
    """Runs the program in one directory, with signals as set by a terminal."""

    def __init__(self, program, environment, directory):
        self.program = program
        self.environment = dict(environment)
        self.directory = directory
        self.started = []

    def __call__(self, *arguments, code=0, plain_user=False, replace=True, **options):
        """Runs it to its end and checks the exit code; None: any. It may overwrite files."""
        arguments = replacing(arguments) if replace else arguments
        before = AS_PLAIN_USER if plain_user and os.geteuid() == 0 else []
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options,
                   "preexec_fn": with_default_signals(options.get("preexec_fn"))}
        result = subprocess.run(
            [*before, self.program, *arguments], cwd=self.directory, env=self.environment,
            stdin=subprocess.DEVNULL, timeout=120, check=False, **options)
        assert code is None or result.returncode == code, result
        return result

    def json(self, *arguments, code=0):
        """Runs it with --json and returns the printed objects."""
        return json_lines(self(*arguments, "--json", code=code).stdout)

    def mix(self, *arguments):
        """Mixes to mix.wav without dither and returns the frames."""
        self("mix", "-o", "mix.wav", "--no-dither", *arguments)
        return read_wav(self.directory / "mix.wav")

    def refused(self, *arguments, code=2, **options):
        """Runs it, checks that it fails without an output, and returns the error."""
        result = self(*arguments, code=code, **options)
        assert result.stdout == b""
        text = result.stderr.decode()
        assert text.endswith("\n") and all(line.startswith("aha: ") for line in text.splitlines())
        return text

    def start(self, *arguments, before=(), **options):
        """Starts it; it runs until the end of the test at the latest."""
        options = {"stdin": subprocess.DEVNULL, **options,
                   "preexec_fn": with_default_signals(options.get("preexec_fn"))}
        process = subprocess.Popen(
            [*before, self.program, *replacing(arguments)], cwd=self.directory,
            env=self.environment, **options)
        self.started.append(process)
        return process

    def end_all(self):
        """Kills processes of a failed test: a mix may be endless."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()

    def files(self):
        """Names of all files in the directory."""
        return sorted(os.listdir(self.directory))


def catches(process, number):
    """Whether the program has set its handler of a signal already."""
    status = Path(f"/proc/{process.pid}/status").read_text()
    caught = re.search(r"^SigCgt:\s*(\w+)$", status, flags=re.MULTILINE)
    return int(caught[1], 16) >> number - 1 & 1 == 1


def options_of(aha, *command):
    """The long options in a command's help."""
    help_text = aha("help", *command).stdout.decode().split("Options:\n")[1]
    return re.findall(r"^  (?:-\w,|   ) (--[a-z0-9-]+)", help_text, flags=re.MULTILINE)


def json_lines(output):
    """Objects on the lines of the output, which must be strict UTF-8."""
    return [json.loads(line) for line in output.decode().splitlines()]


def write_wav(path, frames, rate=48000):
    """Writes frames of 16-bit samples."""
    with wave.open(str(path), "wb") as file:
        file.setnchannels(len(frames[0]))
        file.setsampwidth(2)
        file.setframerate(rate)
        file.writeframes(array.array("h", [sample for frame in frames for sample in frame]))
    return path


def read_wav(path):
    """The frames of a 16-bit file."""
    with wave.open(str(path), "rb") as file:
        assert file.getsampwidth() == 2
        samples = array.array("h", file.readframes(file.getnframes()))
        channels = file.getnchannels()
    return list(zip(*(samples[channel::channels] for channel in range(channels))))
