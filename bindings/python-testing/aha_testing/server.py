"""A stub server: canned replies, faults, and a record of the requests."""

from __future__ import annotations

import random
import socket
import ssl
import threading
import time
from types import TracebackType
from typing import Any, Callable, Union

from .answers import Answer, Answers, Reply
from .authority import Certificate
from .connection import serve
from .reading import Sum
from .recorded import Request
from .waiting import DEFAULT_TIMEOUT


class _Route:
    """Source of answers, one request after another."""

    def __init__(self, method: str, path: str, answers: Answers) -> None:
        self.method, self.path = method, path
        self._list = [answers] if isinstance(answers, Answer) or callable(answers) \
            else list(answers)
        if not self._list:
            raise ValueError(f"no answer for {method} {path}")

    def fits(self, method: str, path: str) -> bool:
        return self.method in ("*", method) and (
            path.startswith(self.path[:-1]) if self.path.endswith("*") else path == self.path)

    def next(self) -> Any:
        return self._list.pop(0) if len(self._list) > 1 else self._list[0]


class StubServer:
    """An HTTP/1.1 server on a free port of this machine, for tests.

    ::

        with StubServer() as server:
            server.on("GET", "/me", Reply(json={"name": "Ada"}))
            ...
            server.wait_for_request(path="/me")

    It listens from the beginning, serves each connection on a thread of its own, and keeps
    connections alive. A request without a route gets 404. ``tls`` is a :class:`Certificate` or an
    ``ssl.SSLContext``. Of each body the first ``body_limit`` bytes are kept; all are counted and,
    with ``hash_bodies``, hashed. Of the requests the last ``keep_requests`` are kept. A ``silent``
    server accepts and says nothing, not even in a TLS handshake.

    Threads: any thread may call anything.
    """

    def __init__(self, tls: Union[Certificate, ssl.SSLContext, None] = None, *, port: int = 0,
                 host: str = "127.0.0.1", body_limit: int = 1 << 20, hash_bodies: bool = True,
                 keep_requests: int = 100_000, silent: bool = False) -> None:
        self.host, self.body_limit, self.hash_bodies = host, body_limit, hash_bodies
        self.tls = tls.context() if isinstance(tls, Certificate) else tls
        self.silent = silent
        #: Reasons of clients that aborted TLS handshakes.
        self.handshake_failures: list[str] = []
        #: Exceptions of functions that answer requests; the client received 500. ``close`` raises
        #: the first.
        self.errors: list[BaseException] = []
        self._keep = keep_requests
        self._routes: list[_Route] = []
        self._requests: list[Request] = []
        self._dropped = 0
        self._accepted = 0
        self._open: dict[int, socket.socket] = {}
        self._threads: set[threading.Thread] = set()
        self._changed = threading.Condition()
        self._closing = False
        family = socket.AF_INET6 if ":" in host else socket.AF_INET
        self._listener = _listener((host, port), family)
        self.port: int = self._listener.getsockname()[1]
        self._accepter = threading.Thread(target=self._accept, name="aha-stub", daemon=True)
        self._accepter.start()

    @property
    def url(self) -> str:
        """Scheme, host and port: ``http://127.0.0.1:40000``."""
        return self.url_for(self.host)

    def url_for(self, host: str) -> str:
        """URL of the same server with another host name, such as ``localhost``."""
        return f"http{'s' if self.tls else ''}://{f'[{host}]' if ':' in host else host}:{self.port}"

    # Answers

    def on(self, method: str, path: str, answers: Answers) -> None:
        """Sets answers for a method (``*``: any) and a path (``/x/*``: all below).

        The last matching ``on`` counts. A list has one answer for each request; its last answer
        repeats. A function is called with each request.
        """
        route = _Route(method, path, answers)
        with self._changed:
            self._routes = [route] + [other for other in self._routes
                                      if (other.method, other.path) != (method, path)]

    def answer_for(self, method: str, path: str) -> Union[Answer, Callable[[Request], Answer]]:
        """The next answer for a request of this method and path."""
        with self._changed:
            for route in self._routes:
                if route.fits(method, path):
                    found: Any = route.next()
                    return found  # type: ignore[no-any-return]
        return Reply(404, json={"error": f"the stub server has nothing at {method} {path}"})

    def answer_to(self, request: Request) -> Union[Answer, Callable[[Request], Answer]]:
        """The answer to a request after its head. Override it to use more of the request."""
        return self.answer_for(request.method, request.path)

    def sum_for(self, request: Request) -> Sum:
        """The receiver of a request's body. Override it to store bodies elsewhere."""
        return Sum(self.body_limit, self.hash_bodies)

    def reset(self) -> None:
        """Removes the routes and the recorded requests."""
        with self._changed:
            self._routes, self._requests, self._dropped = [], [], 0
            self.handshake_failures.clear()

    # Recorded requests

    @property
    def requests(self) -> list[Request]:
        """Every request whose body has arrived or was interrupted, in that order."""
        with self._changed:
            return list(self._requests)

    @property
    def connections(self) -> int:
        """Count of accepted connections."""
        return self._accepted

    @property
    def open_connections(self) -> int:
        return len(self._open)

    def wait_for_request(self, count: int = 1, path: str | None = None, method: str | None = None,
                         timeout: float = DEFAULT_TIMEOUT) -> list[Request]:
        """Waits for ``count`` requests with this path and method, and returns them.

        Errors: TimeoutError, whose text lists the other requests.
        """
        found: list[Request] = []
        looked_at = 0

        def enough() -> bool:
            nonlocal looked_at
            for request in self._requests[max(0, looked_at - self._dropped):]:
                if path in (None, request.path) and method in (None, request.method):
                    found.append(request)
            looked_at = self._dropped + len(self._requests)
            return len(found) >= count

        with self._changed:
            if not self._changed.wait_for(enough, timeout):
                asked = ", ".join(f"{one.method} {one.target}" for one in self._requests[-20:])
                raise TimeoutError(f"{len(found)} of {count} × {method or 'any'} {path or 'any'} "
                                   f"in {timeout:g} s; there was: {asked or 'nothing'}")
        return found

    def record(self, request: Request) -> None:
        """Records a request and numbers it."""
        with self._changed:
            self._requests.append(request)
            request.number = self._dropped + len(self._requests)
            if len(self._requests) > self._keep:
                gone = max(1, self._keep // 2)
                del self._requests[:gone]
                self._dropped += gone
            self._changed.notify_all()

    # Lifetime

    def close(self) -> None:
        """Ends every connection, stalled ones too, and stops listening.

        Errors: the first exception of a function that answers requests.
        """
        with self._changed:
            if self._closing:
                return
            self._closing = True
            sockets, threads = list(self._open.values()), list(self._threads)
        _shut(self._listener)
        for sock in sockets:
            _shut(sock)
        deadline = time.monotonic() + DEFAULT_TIMEOUT
        for thread in [self._accepter, *threads]:
            if thread is not threading.current_thread():
                thread.join(max(0, deadline - time.monotonic()))
        self._listener.close()
        if self.errors:
            raise self.errors[0]

    def __enter__(self) -> StubServer:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        try:
            self.close()
        except BaseException:
            if error is None:  # a failed test has already reported more
                raise

    def _accept(self) -> None:
        while True:
            try:
                sock, _ = self._listener.accept()
            except OSError:
                if self._closing:
                    return
                time.sleep(0.01)  # for example out of descriptors: the next one may succeed
                continue
            with self._changed:
                if self._closing:
                    sock.close()
                    return
                self._accepted += 1
                number = self._accepted
                self._open[number] = sock
                thread = threading.Thread(target=self._serve, args=(sock, number),
                                          name=f"aha-stub-{number}", daemon=True)
                self._threads.add(thread)
            thread.start()

    def _serve(self, sock: socket.socket, number: int) -> None:
        try:
            serve(self, sock, number)
        finally:
            with self._changed:
                del self._open[number]
                self._threads.discard(threading.current_thread())
                self._changed.notify_all()

    def replace_socket(self, number: int, sock: socket.socket) -> None:
        """Replaces a connection's socket by its TLS socket."""
        with self._changed:
            self._open[number] = sock
            if self._closing:
                _shut(sock)


def _shut(sock: socket.socket) -> None:
    try:
        # Not ssl's own, which would delete the keys that another thread uses.
        socket.socket.shutdown(sock, socket.SHUT_RDWR)
    except OSError:
        pass


# Linux gives connections ports from 32768: one of these that is free now can be a connection's a
# moment later, before a server listens on it (again).
_PORTS = range(15_000, 32_000)
# Ports for `unused_port`: no stub server listens on them.
_OTHER_PORTS = range(10_000, 15_000)


def _listener(address: tuple[str, int], family: int = socket.AF_INET) -> socket.socket:
    host, port = address
    if port == 0:
        with reserved_port(host) as reserved:
            return _listener((host, reserved.getsockname()[1]), family)
    return socket.create_server(address, family=family, backlog=1024)


def reserved_port(host: str = "127.0.0.1", ports: range = _PORTS) -> socket.socket:
    """A socket that keeps a port from the servers of other tests until it is closed. A server with
    SO_REUSEADDR may listen on it meanwhile."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    choices = [0, *random.sample(ports, 100)]
    while True:
        chosen = choices.pop()
        sock = socket.socket(family)
        try:
            # Before the option, so that a port that is reserved elsewhere counts as in use.
            sock.bind((host, chosen))
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            return sock
        except OSError:
            sock.close()
            if not chosen:
                raise


def unused_port(host: str = "127.0.0.1") -> int:
    """A port without a listener, which refuses connections."""
    with reserved_port(host, _OTHER_PORTS) as sock:
        return int(sock.getsockname()[1])
