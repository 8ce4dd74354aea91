"""A server as a program, for tests in any language.

Prints one line of JSON when it is ready, answers commands (see ``control``) line by line, and ends
with its standard input, so that it never outlives the test that started it.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import threading
from typing import Any, Callable

from .authority import KINDS, TestAuthority
from .control import Control, answer_from
from .server import StubServer


def common_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=0, help="0, as it is: a free one")
    parser.add_argument("--tls", metavar="DIR", help="speak TLS, with certificates made in DIR")
    parser.add_argument("--certificate", choices=KINDS, default="good")


def make_server(arguments: argparse.Namespace, kind: Callable[..., StubServer] = StubServer,
                **more: Any) -> tuple[Any, dict[str, Any]]:
    """The server, and the description of its certificates."""
    if not arguments.tls:
        return kind(port=arguments.port, **more), {}
    authority = TestAuthority(arguments.tls)
    server = kind(authority.certificate(arguments.certificate), port=arguments.port, **more)
    return server, {"ca": str(authority.ca)}


def run(server: StubServer, control: Control, said: dict[str, Any]) -> None:
    """Prints the server's address, and serves until standard input ends or a stop command
    arrives."""
    listener = control.listen()
    _say(json.dumps({"url": server.url, "control": f"{listener.url}/_aha", "pid": os.getpid(),
                     **said}))
    threading.Thread(target=_commands, args=(control,), daemon=True).start()
    control.stopped.wait(float(threading.TIMEOUT_MAX))
    listener.close()
    server.close()


def _commands(control: Control) -> None:
    for line in sys.stdin:
        if line.strip():
            _say(control.line(line))
    control.stopped()


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


def main(arguments: list[str] | None = None) -> None:
    parser = argparse.ArgumentParser(prog="python3 -m aha_testing",
                                     description="A stub HTTP server for tests.")
    common_arguments(parser)
    parser.add_argument("--script", metavar="FILE",
                        help='JSON: {"routes": [{"method": …, "path": …, "reply": …}, …]}')
    parser.add_argument("--silent", action="store_true", help="accept, and say nothing")
    parser.add_argument("--no-hash", action="store_true",
                        help="only count bodies, without storing or hashing: the fastest")
    chosen = parser.parse_args(arguments)
    fast: dict[str, Any] = {"hash_bodies": False, "body_limit": 0} if chosen.no_hash else {}
    server, said = make_server(chosen, silent=chosen.silent, **fast)
    if chosen.script:
        with open(chosen.script, encoding="utf-8") as file:
            for route in json.load(file)["routes"]:
                server.on(route.get("method", "*"), route["path"], answer_from(route["reply"]))
    run(server, Control(server), said)
