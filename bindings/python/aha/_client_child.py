"""Base of accounts, requests and drops: they are made from a client and end with it."""

from __future__ import annotations

import math
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, Callable

from ._abi import lib
from ._arguments import invalid
from ._handle import Handle
from .base import NetworkError
from .job import Job

if TYPE_CHECKING:
    from .client import Client
    from .request import Request
    from .stream import Stream


class ClientChild(Handle):
    """An object that was made from a client and ends with it."""

    def __init__(self, handle: int, release: Callable[[int], int], client: Client) -> None:
        super().__init__(handle, release)
        self._client = client
        client._family.add(self._handle, self)

    @property
    def client(self) -> Client:
        """The client this was made from."""
        return self._client

    @property
    def closed(self) -> bool:
        return super().closed or self._client.closed


class ClientJob(Job):
    """A job of a client's, without an engine: a sign-in, a request."""

    def __init__(self, handle: int, client: Client, stream: Stream | None = None,
                 request: Request | None = None) -> None:
        Handle.__init__(self, handle, lib.aha_job_release)
        self._stream, self._attends = stream, True
        self._client, self._request = client, request
        client._family.add(self._handle, self)

    @property
    def closed(self) -> bool:
        """True after ``close()``, or its client's."""
        own: bool = Handle.closed.fget(self)  # type: ignore[attr-defined]
        return own or self._client.closed

    def _wait_ms(self, timeout_ms: int) -> bool:
        try:
            return super()._wait_ms(timeout_ms)
        except NetworkError as error:
            error.request = self._request
            raise


class Sending(ClientJob):
    """A request in progress. ``await`` returns the request with its reply."""

    _request: Request

    def __await__(self) -> Generator[Any, None, Request]:  # type: ignore[override]
        yield from super().__await__()
        return self._request


def milliseconds(name: str, seconds: float | None) -> int:
    """Seconds as C takes them: None is the default, which is 0 there."""
    if seconds is None:
        return 0
    if not 0 < seconds < (1 << 32) / 1000:
        raise invalid(f"{name} is {seconds}: seconds above 0 are needed")
    return math.ceil(1000 * seconds)
