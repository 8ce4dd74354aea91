"""The log sink."""

from __future__ import annotations

import gc
import logging
import weakref
from collections.abc import Iterator
from typing import Any

import aha
import pytest
from aha import _registry
from aha.log import _log
from conftest import interpreted, unraisable


@pytest.fixture(autouse=True)
def no_sink_left() -> Iterator[None]:
    yield
    aha.set_log(None)


def make_lines() -> None:
    """Makes libaha log a line."""
    aha.Engine.offline(sample_rate=22050).close()


def test_lines_come_with_their_level() -> None:
    lines: list[tuple[aha.LogLevel, str]] = []
    aha.set_log(lambda level, line: lines.append((level, line)), "debug")
    make_lines()
    assert any("22050" in line for _, line in lines)
    assert all(isinstance(level, aha.LogLevel) and line for level, line in lines)
    aha.set_log(None)
    count = len(lines)
    make_lines()
    assert len(lines) == count


def test_lines_go_to_logging(caplog: Any) -> None:
    caplog.set_level(logging.DEBUG, "aha")
    aha.log_to("aha")
    make_lines()
    assert caplog.records and {record.name for record in caplog.records} == {"aha"}
    aha.log_to(logging.getLogger("host.sound"), aha.LogLevel.WARNING)


def test_every_level_has_its_own_in_logging(caplog: Any) -> None:
    caplog.set_level(logging.DEBUG, "aha")
    aha.log_to(logging.getLogger("aha"))
    number = max(_registry._objects)
    for level in (1, 2, 3, 4):
        _log(number, level, b"100% \xff")
    assert [record.levelno for record in caplog.records] == [40, 30, 20, 10]
    assert caplog.records[0].getMessage() == "100% \ufffd"


def test_a_replaced_sink_is_released() -> None:
    class Sink:
        def __call__(self, level: aha.LogLevel, line: str) -> None:
            pass

    sink = Sink()
    gone = weakref.ref(sink)
    aha.set_log(sink)
    del sink
    gc.collect()
    assert gone() is not None
    aha.set_log(lambda level, line: None)
    gc.collect()
    assert gone() is None


def test_an_unknown_level_is_refused() -> None:
    before = len(_registry._objects)
    with pytest.raises(ValueError, match="'loud' is not a LogLevel"):
        aha.set_log(print, "loud")
    assert len(_registry._objects) == before


def test_an_exception_in_a_sink_is_shown() -> None:
    error = ZeroDivisionError()

    def sink(level: aha.LogLevel, line: str) -> None:
        raise error

    with unraisable() as seen:
        aha.set_log(sink, "debug")
        make_lines()
        aha.set_log(None)  # other lines would be errors outside of the block
    shown = seen[0]
    assert shown.exc_value is error and "log sink" in f"{shown.err_msg} {shown.object!r}"


AFTER_PYTHON = """
import atexit, ctypes
lines = []
def last():  # a host that continues after its Python has ended
    before, engine = len(lines), ctypes.c_void_p()
    aha._abi.lib.aha_engine_create(None, engine)
    print("before", before > 0, "after", len(lines) - before)
atexit.register(last)
import aha
aha.set_log(lambda level, line: lines.append(line), "debug")
aha.Engine.offline().close()
"""


def test_the_sink_ends_with_python() -> None:
    ended = interpreted(AFTER_PYTHON)
    assert (ended.stdout, ended.stderr) == ("before True after 0\n", "")
