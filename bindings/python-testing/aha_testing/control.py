"""A stub server controlled from outside with JSON, over HTTP or standard input.

A command is an object. ``{"do": "on", "method": "GET", "path": "/me", "reply": REPLY}`` and

=============  =============================================================================
``requests``   the recorded requests, with ``path`` and ``method`` as filters
``wait``       the same after ``count`` of them have arrived, within ``timeout`` seconds
``reset``      removes the routes and the requests
``status``     counts of all connections, open ones, and failed handshakes
``stop``       ends the server
=============  =============================================================================

REPLY is ``{"status": 200, "json": …}`` with the names of :class:`Reply`, where ``body`` is text,
``base64`` bytes, ``file`` a path and ``pattern`` a size; ``{"fault": "Cut", "after_bytes": 10,
"reply": REPLY}`` with the names of that fault; or a list of those.
"""

from __future__ import annotations

import base64
import json
from pathlib import Path
from typing import Any, Callable

from . import faults
from .answers import Answer, Answers, Reply
from .bodies import Pattern
from .exchange import Exchange
from .recorded import Request
from .server import StubServer
from .waiting import DEFAULT_TIMEOUT, Expectation

_FAULTS: dict[str, Any] = {name: kind for name, kind in vars(faults).items()
                           if isinstance(kind, type) and issubclass(kind, Answer)
                           and kind.__module__ == faults.__name__}


def answer_from(said: Any) -> Answers:
    """An answer from JSON. Errors: ValueError, TypeError, KeyError."""
    if isinstance(said, list):
        return [_one_answer(each) for each in said]
    return _one_answer(said)


def _one_answer(said: Any) -> Answer:
    if not isinstance(said, dict):
        raise ValueError(f"{said!r} is no reply")
    said = dict(said)
    fault = said.pop("fault", None)
    if fault is not None:
        if fault not in _FAULTS:
            raise ValueError(f"{fault!r} is none of {', '.join(sorted(_FAULTS))}")
        if "reply" in said:
            said["reply"] = _one_answer(said["reply"])
        if fault == "Garbage" and "data" in said:
            said["data"] = said["data"].encode()
        found: Answer = _FAULTS[fault](**said)
        return found
    if "base64" in said:
        said["body"] = base64.b64decode(said.pop("base64"))
    if "file" in said:
        said["body"] = Path(said.pop("file"))
    if "pattern" in said:
        said["body"] = Pattern(said.pop("pattern"), said.pop("seed", 0))
    return Reply(**said)


class _Stop(Answer):
    """Replies before it stops, because the connection ends then."""

    def __init__(self, control: Control) -> None:
        self.control = control

    def send(self, exchange: Exchange) -> None:
        Reply(json={"ok": True}, headers={"Connection": "close"}).send(exchange)
        exchange.flush()
        self.control.stopped()


class Control:
    """Executes commands on a server."""

    def __init__(self, server: StubServer) -> None:
        self.server = server
        self.stopped = Expectation(what="stop")
        #: More commands, by name.
        self.commands: dict[str, Callable[[dict[str, Any]], Any]] = {
            "on": self._on, "requests": self._requests, "wait": self._wait, "reset": self._reset,
            "status": self._status, "stop": self._stop}

    def do(self, command: Any) -> dict[str, Any]:
        """Executes one command. A failure is in ``error`` of its answer."""
        try:
            name = command["do"]
            if name not in self.commands:
                raise ValueError(f"{name!r} is none of {', '.join(self.commands)}")
            return {"ok": True, **(self.commands[name](command) or {})}
        except (KeyError, TypeError, ValueError, TimeoutError, OSError) as error:
            return {"ok": False, "error": f"{type(error).__name__}: {error}"}

    def listen(self) -> StubServer:
        """A server that accepts commands: POST /_aha/NAME, with the arguments as JSON or as a
        query."""
        listener = StubServer(keep_requests=100)
        listener.on("*", "/_aha/*", self._from_http)
        return listener

    def line(self, text: str) -> str:
        """A line of standard input, and its answer."""
        try:
            return json.dumps(self.do(json.loads(text)))
        except ValueError as error:
            return json.dumps({"ok": False, "error": f"no JSON: {error}"})

    def _from_http(self, request: Request) -> Answer:
        try:
            said = request.json if request.size else {}
            command = {**request.query, **said, "do": request.path[len("/_aha/"):]}
        except (ValueError, TypeError) as error:
            return Reply(400, json={"ok": False, "error": str(error)})
        if command["do"] == "stop":
            return _Stop(self)
        answer = self.do(command)
        return Reply(200 if answer["ok"] else 400, json=answer)

    def _on(self, command: dict[str, Any]) -> None:
        self.server.on(command.get("method", "*"), command["path"], answer_from(command["reply"]))

    def _requests(self, command: dict[str, Any]) -> dict[str, Any]:
        path, method = command.get("path"), command.get("method")
        return {"requests": [one.as_dict() for one in self.server.requests
                             if path in (None, one.path) and method in (None, one.method)]}

    def _wait(self, command: dict[str, Any]) -> dict[str, Any]:
        found = self.server.wait_for_request(
            int(command.get("count", 1)), command.get("path"), command.get("method"),
            float(command.get("timeout", DEFAULT_TIMEOUT)))
        return {"requests": [one.as_dict() for one in found]}

    def _reset(self, command: dict[str, Any]) -> None:
        self.server.reset()

    def _status(self, command: dict[str, Any]) -> dict[str, Any]:
        return {"connections": self.server.connections, "open": self.server.open_connections,
                "handshake_failures": self.server.handshake_failures}

    def _stop(self, command: dict[str, Any]) -> None:
        self.stopped()
