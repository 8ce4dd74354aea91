"""Callbacks return a defined code to C, whatever Python raises. Runs without pytest, which
replaces ``sys.unraisablehook``."""

from __future__ import annotations

import json
from typing import Any

import aha
import pytest
from conftest import interpreted

BEFORE = """
import aha, builtins, ctypes, json, sys
from aha import _host_destination, _registry, account, log, stream
ROOM = ctypes.create_string_buffer(1)
"""

#: Calls each callback through its address, as C does.
ANSWERS = BEFORE + """
class Failing:
    def __init__(self, error):
        self.error = error
        self.file = self

    def fail(self, *arguments):
        raise self.error

    readinto = write = seek = tell = load = save = forget = begin = send = create = discard = fail
    __call__ = fail


class File(Failing):
    callers, failure = 0, None


CALLBACKS = {
    "read": (stream._read, File, ctypes.addressof(ROOM), 1),
    "write": (stream._write, File, ctypes.addressof(ROOM), 1),
    "seek": (stream._seek, File, 0), "length": (stream._length, File),
    "load": (account._load, Failing, b"", b"", 0, 0),
    "save": (account._save, Failing, b"", b"", 0, 0),
    "forget": (account._forget, Failing, b"", b""),
    "begin": (_host_destination._begin, Failing, b"", b"", b"", 0, None),
    "send": (_host_destination._send, Failing, b"", b"", 0, 0, 0),
    "create": (_host_destination._create, Failing, b"", b"", 0, 0),
    "discard": (_host_destination._discard, Failing, b""),
    "log": (log._log, Failing, 1, b""),
}

def answers(error):
    return {name: callback(_registry.keep(kind(error)), *arguments)
            for name, (callback, kind, *arguments) in CALLBACKS.items()}
"""

FAILURES = {**dict.fromkeys(["read", "write", "seek", "length", "load", "save", "forget"], -1),
            **dict.fromkeys(["begin", "send", "create", "discard"], int(aha.Result.IO)),
            "log": None}

HOOKS = {
    "Python's own": "",
    "one that raises": "def hook(shown): raise SystemExit(3)\nsys.unraisablehook = hook",
    "none": "del sys.unraisablehook",
    "one that has no place to write": "sys.stderr = None",
}


def run(script: str) -> tuple[Any, str]:
    ended = interpreted(script)
    assert ended.returncode == 0, ended.stderr
    return json.loads(ended.stdout), ended.stderr


@pytest.mark.parametrize("hook", HOOKS.values(), ids=HOOKS.keys())
@pytest.mark.parametrize("error", ["ValueError('gone')", "KeyboardInterrupt()", "SystemExit(0)"])
def test_an_exception_gives_c_the_failure(error: str, hook: str) -> None:
    said, _ = run(f"{ANSWERS}\n{hook}\nprint(json.dumps(answers({error})))")
    assert said == FAILURES


def test_an_ignored_exception_is_shown_with_its_callback() -> None:
    _, shown = run(f"{ANSWERS}\nprint(json.dumps(answers(ValueError('gone'))))")
    assert shown.count("ValueError: gone") == len(FAILURES)
    for where in ("a file object", "a store of tokens", "a destination", "the log sink"):
        assert where in shown


def test_an_error_of_libaha_gives_a_destination_its_code() -> None:
    said, shown = run(f"{ANSWERS}\nprint(json.dumps(answers(aha.NetworkError('gone'))))")
    assert said["send"] == said["begin"] == said["create"] == aha.Result.NETWORK
    assert said["read"] == said["load"] == -1 and shown.count("NetworkError: gone") == 8


@pytest.mark.parametrize("answer", ["None", "'7'", "7.5", "object()"])
def test_an_answer_that_is_no_number_is_a_failure(answer: str) -> None:
    said, shown = run(BEFORE + f"""
class File:
    readinto = read = write = lambda self, *arguments: {answer}
    file, callers, failure = property(lambda self: self), 0, None

number = _registry.keep(File())
place = ctypes.addressof(ROOM)
print(json.dumps([stream._read(number, place, 1), stream._write(number, place, 1)]))
""")
    assert said == [-1, -1] and shown.count("Error: ") == 2


def test_a_number_that_is_kept_no_more_is_a_failure() -> None:
    said, _ = run(BEFORE + "print(stream._read(10 ** 9, 0, 0))")
    assert said == -1


def test_a_callback_at_the_end_of_the_interpreter_is_a_failure() -> None:
    """The modules are already empty."""
    said, _ = run(ANSWERS + """
class Late:
    def __init__(self):
        self.calls = [(callback, _registry.keep(kind(ValueError())), arguments)
                      for callback, kind, *arguments in CALLBACKS.values()]
        self.print = print

    def __del__(self):
        self.print([callback(number, *arguments) or 0
                    for callback, number, arguments in self.calls])

builtins.late = Late()
for name in [name for name in sys.modules if name.startswith("aha")]:
    vars(sys.modules[name]).update(dict.fromkeys(
        [one for one in vars(sys.modules[name]) if not one.startswith("__")]))
""")
    assert said == [answer or 0 for answer in FAILURES.values()]


def test_a_file_that_raises_fails_the_load() -> None:
    said, shown = run("""
import aha, io, json

class File(io.BytesIO):
    def readinto(self, room):
        raise aha.NetworkError("gone")

try:
    aha.Engine.offline().load(File(bytes(1000)))
except aha.Error as error:
    print(json.dumps([error.name, repr(error.__cause__)]))
""")
    assert said == ["AHA_ERROR_IO", "NetworkError(AHA_ERROR_NETWORK: 'gone')"] and shown == ""


def test_a_signal_between_callbacks_is_raised_by_the_call() -> None:
    """Its handler would otherwise run at the entry of the next callback, outside of the
    binding's code."""
    said, shown = run("""
import aha, io, json, signal, wave

def handler(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, handler)
whole = io.BytesIO()
with wave.open(whole, "wb") as file:
    file.setnchannels(2)
    file.setsampwidth(2)
    file.setframerate(44100)
    file.writeframes(bytes(44100 * 4 * 60))
engine, raised = aha.Engine.offline(), 0
for milliseconds in range(1, 11):
    try:
        signal.setitimer(signal.ITIMER_REAL, milliseconds / 1000)
        engine.load(io.BytesIO(whole.getvalue()))
    except KeyboardInterrupt:
        raised += 1
print(json.dumps([raised, signal.getsignal(signal.SIGALRM) is handler]))
""")
    assert said == [10, True] and shown == ""


def test_a_signal_at_a_callback_without_result_is_raised() -> None:
    said, shown = run("""
import json, signal
from aha import _registry, _signals, log

def handler(number, frame):
    raise KeyboardInterrupt

signal.signal(signal.SIGALRM, handler)
lines = []
sink = _registry.keep(lambda level, line: lines.append(line))
try:
    with _signals.deferred():
        signal.raise_signal(signal.SIGALRM)
        log._log(sink, 1, b"one")
        lines.append("the end of the call")
except KeyboardInterrupt:
    lines.append("raised")
print(json.dumps(lines))
""")
    assert said == ["one", "the end of the call", "raised"] and shown == ""


def test_a_signal_while_handlers_are_restored_is_raised() -> None:
    said, _ = run("""
import json, signal
from aha import _signals

def handler(number, frame):
    raise KeyboardInterrupt

numbers = [signal.SIGHUP, signal.SIGINT, signal.SIGUSR1, signal.SIGTERM]
for number in numbers:
    signal.signal(number, handler)
install, to_raise, raised = signal.signal, {signal.SIGHUP, signal.SIGINT}, False

def interrupted(number, new):
    install(number, new)
    if new is handler and number in to_raise:
        to_raise.remove(number)
        signal.raise_signal(number)

signal.signal = interrupted
try:
    with _signals.deferred():
        pass
except KeyboardInterrupt:
    raised = True
left = [number for number in numbers if signal.getsignal(number) is not handler]
print(json.dumps([raised, len(to_raise), left, _signals._is_deferring]))
""")
    assert said == [True, 0, [], False]
