"""Log messages of libaha beyond the results of calls. Off by default."""

from __future__ import annotations

import logging
from typing import Callable

from . import _registry, _structs
from ._abi import lib
from ._callback import callback
from ._constants.log import LogLevel as LogLevel


#: Receives one line at a time. It runs on the thread that logs the line, and must not call libaha.
Sink = Callable[[LogLevel, str], object]

_LOGGING_LEVELS = {
    LogLevel.ERROR: logging.ERROR,
    LogLevel.WARNING: logging.WARNING,
    LogLevel.INFO: logging.INFO,
    LogLevel.DEBUG: logging.DEBUG,
}


@callback(_structs.LogFn, None, "the log sink")
def _log(sink: Sink, level: int, line: bytes) -> None:
    sink(LogLevel(level), line.decode("utf-8", "replace"))


def set_log(sink: Sink | None, level: LogLevel | str | int = LogLevel.INFO) -> None:
    """Sets the one log sink of the process, in place of the former one.

    ``sink(level, line)`` gets the lines up to ``level``; None ends logging. An exception in it goes
    to ``sys.unraisablehook``. The C function is aha_log_set_sink.
    """
    if sink is None:
        lib.aha_log_set_sink(LogLevel.NONE, _structs.LogFn(), None, _structs.DestroyFn())
        return
    number = _registry.keep(sink)
    try:
        lib.aha_log_set_sink(LogLevel.of(level), _log, number, _registry.destroy)
    except BaseException:
        _registry.drop(number)
        raise


def log_to(logger: logging.Logger | str = "aha",
           level: LogLevel | str | int = LogLevel.DEBUG) -> None:
    """Sends libaha's lines to Python's ``logging``, to a logger or to the one with that name.

    The logger's own level is checked for every line; ``level`` prevents the formatting of lines.
    """
    target = logging.getLogger(logger) if isinstance(logger, str) else logger
    set_log(lambda line_level, line: target.log(_LOGGING_LEVELS[line_level], "%s", line), level)
