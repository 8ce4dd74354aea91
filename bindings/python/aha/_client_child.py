"""Base of accounts, requests and drops: they are created from a client and end with it."""

from __future__ import annotations

import math
import weakref
from collections.abc import Generator, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from . import _registry
from ._abi import lib
from ._errors import InvalidArgumentError
from ._handle import Handle
from .base import NetworkError
from .job import Job

if TYPE_CHECKING:
    from ._handle import Self
    from .client import Client
    from .request import Request
    from .stream import Stream


class ClientChild(Handle):
    """An object that was created from a client and ends with it."""

    def __init__(self, handle: int, client: Client) -> None:
        super().__init__(handle, client)
        self._client = client
        client._family.add(self._handle, self)

    @classmethod
    def _of(cls: type[Self], handle: int, maker: Any = None) -> Self:
        made = cls.__new__(cls)
        ClientChild.__init__(made, handle, maker._client)  # type: ignore[arg-type]
        return made

    @property
    def client(self) -> Client:
        """The client that created this object."""
        return self._client


class ContextChild(ClientChild):
    """An object of a client's with a ``context``, which events can be told apart by."""

    @contextmanager
    def _keeping(self, context: object) -> Iterator[int]:
        """The number of a context, which is kept as long as this object. Its handle is made inside
        the block."""
        number = 0 if context is None else _registry.keep(context)
        try:
            yield number
        except BaseException:
            _registry.drop(number)
            raise
        weakref.finalize(self, _registry.drop, number)

    @property
    def context(self) -> Any:
        """The ``context`` it was made with; None for a drop of another process. The C function is
        aha_request_context, aha_drop_context or aha_opening_context.
        """
        return _registry.find(getattr(lib, f"aha_{self._noun}_context")(self._handle) or 0)


class ClientJob(Job):
    """A job of a client, without an engine: a sign-in, a request."""

    def __init__(self, handle: int, client: Client, stream: Stream | None = None,
                 request: Request | None = None) -> None:
        Handle.__init__(self, handle, client)
        self._stream, self._client, self._request = stream, client, request
        client._family.add(self._handle, self)

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
    """Seconds in C's form: None is the default, 0."""
    if seconds is None:
        return 0
    if not 0 < seconds < (1 << 32) / 1000:
        raise InvalidArgumentError(f"{name} is {seconds}: seconds above 0 are needed")
    return math.ceil(1000 * seconds)
