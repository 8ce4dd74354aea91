"""What happens to requests when a test says so."""

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
    """What happens to some of the requests to come."""

    path: str = "*"
    method: str = "*"
    #: Of the target as it was sent, with its query.
    target: str = "*"
    #: So many that fit are left alone first; then it happens to ``count``, with 0 to all.
    skip: int = 0
    count: int = 1
    reply: Any = None
    #: What was asked for happens, though the reply says otherwise.
    effect: bool = False
    #: The answer waits for the command ``release``.
    hold: bool = False

    def __post_init__(self) -> None:
        if self.reply is not None:
            made = answer_from(self.reply)
            if not isinstance(made, Answer):  # bad ones are told now
                raise ValueError("one reply, please; a fault for each")

    def fits(self, request: Request) -> bool:
        return fnmatchcase(request.method, self.method) and fnmatchcase(
            request.path, self.path) and fnmatchcase(request.target, self.target)


@dataclass
class Held(Answer):
    """An answer that waits until it is let go, or until the client leaves."""

    answer: Answer
    released: threading.Event

    def send(self, exchange: Exchange) -> None:
        while not self.released.is_set():
            exchange.wait(0.01)
        self.answer.send(exchange)
