"""Small engines that play nothing: homes of effects and sounds that no engine of the host has."""

from __future__ import annotations

import functools
import os
import weakref
from typing import TYPE_CHECKING

from .engine import Engine

if TYPE_CHECKING:
    from .board import Board

_boards: weakref.WeakSet[Board] = weakref.WeakSet()


def bare_engine(sample_rate: int, board: Board | None = None) -> Engine:
    """A new engine that needs little memory."""
    engine = Engine(sample_rate=sample_rate, offline=True, limiter=False, max_players=1,
                    max_buses=1, max_effects=64, max_one_shots=1, max_heard=1, event_capacity=1)
    if board is not None:
        _boards.add(board)
    return engine


@functools.lru_cache(maxsize=None)
def bench(sample_rate: int = 48000) -> Engine:
    """The engine of the process for a rate."""
    return bare_engine(sample_rate)


def _begin_child() -> None:
    """A forked process makes its own engines: the threads of its parent's do not exist in it."""
    bench.cache_clear()
    for board in _boards:
        board._forget()


os.register_at_fork(after_in_child=_begin_child)
