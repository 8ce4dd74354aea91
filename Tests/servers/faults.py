"""Faults of requests, injected by a test."""

from __future__ import annotations

import threading
from dataclasses import dataclass
from fnmatch import fnmatchcase
from typing import Any

from aha_testing.answers import Answer
from aha_testing.control import answer_from
from aha_testing.exchange import Exchange
from aha_testing.recorded import Request


@dataclass
class Fault:
    """A fault for some of the next requests."""

    path: str = "*"
    method: str = "*"
    #: Pattern for the request target with its query, as sent.
    target: str = "*"
    #: Count of matching requests to skip; then the fault applies to ``count``, or to all with 0.
    skip: int = 0
    count: int = 1
    reply: Any = None
    #: Whether the request takes effect although the reply is a fault.
    effect: bool = False
    #: The answer waits for the command ``release``.
    hold: bool = False

    def __post_init__(self) -> None:
        if self.reply is not None:
            made = answer_from(self.reply)
            if not isinstance(made, Answer):  # invalid faults are refused now
                raise ValueError("one reply, please; a fault for each")

    def fits(self, request: Request) -> bool:
        return fnmatchcase(request.method, self.method) and fnmatchcase(
            request.path, self.path) and fnmatchcase(request.target, self.target)


@dataclass
class Held(Answer):
    """Delays an answer until it is released, or until the client disconnects."""

    answer: Answer
    released: threading.Event

    def send(self, exchange: Exchange) -> None:
        while not self.released.is_set():
            exchange.wait(0.01)
        self.answer.send(exchange)
