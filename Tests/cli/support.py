"""Running the program, and reading and writing the sounds it works on."""

import array
import json
import os
import signal
import subprocess
import wave


VERBS = [
    "info", "analyze", "mix", "play", "record", "recover", "project", "bounce", "piece", "cover",
    "waveform", "spectrogram", "login", "logout", "accounts", "request", "drop", "drops", "open",
    "destinations", "register-scheme", "library", "history", "devices", "effects", "formats",
    "help",
]

# What aha project is made of.
PARTS = ["new", "add", "set", "remove", "automate", "show", "undo", "redo", "plot"]

# What aha piece is made of.
PIECE_PARTS = ["new", "show", "validate", "key", "embed"]

# What aha library is made of.
LIBRARY_PARTS = [
    "scan", "list", "search", "sync", "fetch", "check", "analyze", "kin", "duplicates", "forget",
]

# A second of a constant level at 48 kHz, silent at its very end, so that no fade comes behind it.
TONE = [(8192, 8192)] * 47520 + [(0, 0)] * 480

# Takes from root what lets it read and write everything.
AS_PLAIN_USER = ["setpriv", "--bounding-set=-dac_override,-dac_read_search"]


# What the program inherits of the tests, where they run under nohup or in the background of a
# shell. subprocess itself gives SIGPIPE and SIGXFSZ back.
INHERITED = [signal.SIGHUP, signal.SIGINT, signal.SIGQUIT, signal.SIGTERM, signal.SIGCHLD,
             signal.SIGTSTP, signal.SIGTTIN, signal.SIGTTOU]


def with_default_signals(prepare=None):
    """A preexec_fn: no signal is ignored or blocked, then what else is to be prepared."""
    def before():
        for number in INHERITED:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_SETMASK, [])
        if prepare is not None:
            prepare()

    return before


class Aha:
    """The program, run in one directory, with signals as a terminal gives them."""

    def __init__(self, program, environment, directory):
        self.program = program
        self.environment = environment
        self.directory = directory
        self.started = []

    def __call__(self, *arguments, code=0, plain_user=False, **options):
        """Runs it to its end, and expects an exit code; None: any."""
        before = AS_PLAIN_USER if plain_user and os.geteuid() == 0 else []
        options = {"stdout": subprocess.PIPE, "stderr": subprocess.PIPE, **options,
                   "preexec_fn": with_default_signals(options.get("preexec_fn"))}
        result = subprocess.run(
            [*before, self.program, *arguments], cwd=self.directory, env=self.environment,
            stdin=subprocess.DEVNULL, timeout=120, check=False, **options)
        assert code is None or result.returncode == code, result
        return result

    def json(self, *arguments, code=0):
        """Runs it with --json, and gives the objects that it prints."""
        return json_lines(self(*arguments, "--json", code=code).stdout)

    def mix(self, *arguments):
        """Mixes to mix.wav without dither, and gives its frames."""
        self("mix", "-o", "mix.wav", "--no-dither", *arguments)
        return read_wav(self.directory / "mix.wav")

    def refused(self, *arguments, code=2, **options):
        """Runs it, expects that it fails without an output, and gives what it complains about."""
        result = self(*arguments, code=code, **options)
        assert result.stdout == b""
        text = result.stderr.decode()
        assert text.endswith("\n") and all(line.startswith("aha: ") for line in text.splitlines())
        return text

    def start(self, *arguments, before=(), **options):
        """Starts it, and leaves it running, at most until the test is over."""
        options = {"stdin": subprocess.DEVNULL, **options,
                   "preexec_fn": with_default_signals(options.get("preexec_fn"))}
        process = subprocess.Popen(
            [*before, self.program, *arguments], cwd=self.directory, env=self.environment,
            **options)
        self.started.append(process)
        return process

    def bytes_read(self, *arguments):
        """Runs it to its end; gives how many bytes it has read from files, in the cache or not."""
        process = self.start(*arguments, stdout=subprocess.DEVNULL)
        # Ended, and not forgotten yet.
        os.waitid(os.P_PID, process.pid, os.WEXITED | os.WNOWAIT)
        with open(f"/proc/{process.pid}/io", encoding="ascii") as file:
            counts = dict(line.split(": ") for line in file)
        assert process.wait() == 0
        return int(counts["rchar"])

    def end_all(self):
        """Ends what a failed test has left running: a mix may be an endless one."""
        for process in self.started:
            if process.poll() is None:
                process.kill()
            process.wait()

    def files(self):
        """What is in the directory."""
        return sorted(os.listdir(self.directory))


def json_lines(output):
    """The objects on the lines of the output, which is strict UTF-8."""
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
    """The frames of a 16-bit stereo file."""
    with wave.open(str(path), "rb") as file:
        assert (file.getnchannels(), file.getsampwidth()) == (2, 2)
        samples = array.array("h", file.readframes(file.getnframes()))
    return list(zip(samples[0::2], samples[1::2]))
