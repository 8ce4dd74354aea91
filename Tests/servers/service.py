"""Shared by the stub services of this folder: faults, counts, bodies on disk, commands."""

from __future__ import annotations

import argparse
import shutil
import ssl
import tempfile
import threading
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any, Callable, Union

from aha_testing.answers import Answer
from aha_testing.authority import Certificate
from aha_testing.control import Control, answer_from
from aha_testing.program import common_arguments, make_server, run
from aha_testing.reading import Sum
from aha_testing.recorded import Request
from aha_testing.server import StubServer

from faults import Fault, Held
from stored import Stored, Tally


class Refused(Exception):
    """Ends a handler with an answer."""

    def __init__(self, answer: Answer) -> None:
        super().__init__(repr(answer))
        self.answer = answer


def changed(settings: dict[str, Any], said: dict[str, Any]) -> dict[str, Any]:
    """The settings, changed by the values of a command."""
    for name in set(said) - {"do"}:
        if name not in settings:
            raise ValueError(f"{name!r} is no setting")
        settings[name] = said[name]
    return settings


class Service(StubServer):
    """A stub of a service; subclasses implement ``handle``.

    ``handle`` is called for one request at a time. Errors: exceptions except ``Refused`` become
    500, and make the server exit with a failure.
    """

    #: The service's replies that faults can name.
    presets: dict[str, Any] = {}
    #: Certificate of the test authority, with TLS.
    ca: str | None = None

    def __init__(self, tls: Union[Certificate, ssl.SSLContext, None] = None, *,
                 folder: Path | str | None = None, **more: Any) -> None:
        self.lock = threading.RLock()
        self._temporary = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="aha-server-") if folder is None else folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self._renew()
        super().__init__(tls, **more)

    # Overridden by services

    def handle(self, request: Request) -> Answer:
        raise NotImplementedError

    def upload(self, request: Request) -> tuple[str, str] | None:
        """The upload and the chunk that a body belongs to; None: it is not stored on disk."""
        return None

    def hashes(self, request: Request) -> Iterable[str]:
        """Hashes to compute for a body on disk."""
        return ("sha256",)

    def renew(self) -> None:
        """Resets the state."""

    def files(self) -> list[dict[str, Any]]:
        """Stored files: path, size, sha256."""
        return []

    # Called by the connections

    def answer_to(self, request: Request) -> Union[Answer, Callable[[Request], Answer]]:
        with self.lock:
            self.paths[request.path] += 1
            fault = self._fault_for(request)
        if fault is None:
            return self._real
        said: Any = None if fault.reply is None else answer_from(fault.reply)
        if said is not None and said.upload_bytes is not None:
            return said  # type: ignore[no-any-return] # the body was not received completely

        def answer(request: Request) -> Answer:
            made = said
            if made is None or fault.effect:
                made = self._real(request) if made is None else (self._real(request), made)[1]
            elif hasattr(made, "reply") and "reply" not in fault.reply:
                made.reply = self._real(request)
            request.stored = None
            if not fault.hold:
                return made
            with self.lock:
                self.held += 1
            return Held(made, self.released)

        return answer

    def sum_for(self, request: Request) -> Sum:
        which = self.upload(request)
        if which is None:
            return super().sum_for(request)
        return Stored(self.folder, self.hashes(request),
                      lambda size: self.tally.add(*which, size))

    def body(self, request: Request) -> Stored:
        """The body as a file, even if it is empty."""
        if request.stored is None:
            request.stored = Stored(self.folder, self.hashes(request))
            request.stored.end()
        if self._spoiled and request.stored.size:
            self._spoiled -= 1
            request.stored.spoil()
        return request.stored  # type: ignore[no-any-return]

    def _real(self, request: Request) -> Answer:
        try:
            with self.lock:
                return self.handle(request)
        except Refused as refused:
            return refused.answer
        finally:
            request.stored = None

    def _fault_for(self, request: Request) -> Fault | None:
        for fault in self._faults:
            if fault.fits(request):
                if fault.skip:
                    fault.skip -= 1
                    continue
                if fault.count:
                    fault.count -= 1
                    if not fault.count:
                        self._faults.remove(fault)
                return fault
        return None

    # Queries of tests

    def commands(self, control: Control) -> None:
        """Adds the service's commands."""
        control.commands.update(
            fault=self._add_fault, clear=self._clear, release=self._release,
            statistics=lambda said: self._counted(),
            uploads=lambda said: {"uploads": self.tally.as_list()},
            files=lambda said: {"files": self._listed()}, spoil=self._spoil,
            reset=lambda said: self._reset())

    def statistics(self) -> dict[str, Any]:
        return {}

    def close(self) -> None:
        self.released.set()
        try:
            super().close()
        finally:
            if self._temporary:
                shutil.rmtree(self.folder, ignore_errors=True)

    def _counted(self) -> dict[str, Any]:
        with self.lock:
            return {**self.statistics(), "paths": dict(self.paths),
                    "requests": sum(self.paths.values()), "held": self.held}

    def _listed(self) -> list[dict[str, Any]]:
        with self.lock:
            return self.files()

    def _add_fault(self, said: dict[str, Any]) -> None:
        values = {name: said[name] for name in said if name != "do"}
        if isinstance(said.get("reply"), str):
            values["reply"] = self.presets[said["reply"]]
        with self.lock:
            if self.released.is_set():
                self.released = threading.Event()
            self._faults.append(Fault(**values))

    def _spoil(self, said: dict[str, Any]) -> None:
        self._spoiled = int(said.get("count", 1))

    def _release(self, said: dict[str, Any]) -> None:
        self.released.set()

    def _clear(self, said: dict[str, Any]) -> None:
        with self.lock:
            self._faults = []

    def _reset(self) -> None:
        with self.lock:
            self.reset()
            self.released.set()
            self._renew()

    def _renew(self) -> None:
        self.tally, self.paths = Tally(), Counter[str]()
        self._faults: list[Fault] = []
        self._spoiled = 0
        #: Count of held answers so far; the effects of their requests have been applied.
        self.held = 0
        self.released = threading.Event()
        self.renew()


def main(kind: Callable[..., Service], parser: argparse.ArgumentParser,
         options: Callable[[argparse.Namespace], dict[str, Any]] = lambda chosen: {},
         said: Callable[[Any], dict[str, Any]] = lambda server: {}) -> None:
    """Runs a service as a program; ``said`` has the fields of its first line besides the URL."""
    common_arguments(parser)
    parser.add_argument("--disk", metavar="DIR", help="where bodies go; else a temporary folder")
    chosen = parser.parse_args()
    server, certificates = make_server(chosen, kind, folder=chosen.disk, **options(chosen))
    server.ca = certificates.get("ca")
    control = Control(server)
    server.commands(control)
    run(server, control, {**certificates, **said(server)})
