"""HTTP requests for any API: method, resource, parameters, body, reply."""

from __future__ import annotations

import ctypes as c
import json
import os
from collections.abc import Generator, Iterable, Mapping
from typing import TYPE_CHECKING, Any, SupportsIndex, Union

from . import _structs
from ._abi import lib
from ._arguments import Path, encoded_text, optional_path, optional_text, signed64
from ._attending import attended
from ._calls.request import RequestCalls
from ._client_child import ContextChild, Sending, milliseconds
from ._constants.request import NO_RETRIES as NO_RETRIES, ReplyFormat
from ._errors import BufferTooSmallError, InvalidArgumentError, NotFoundError
from ._handle import copied_text, handle_of, made
from .base import Result
from .stream import Source, Stream

if TYPE_CHECKING:
    from .account import Account
    from .client import Client

#: Names and values; a list of pairs can repeat a name.
Pairs = Union[Mapping[str, str], Iterable[tuple[str, str]]]


class Request(RequestCalls, ContextChild):
    """An HTTP request: configured, then sent once. ``client.request(…)`` creates one.

    Events of the client report its progress. After the reply, ``status``, ``header``, ``body`` and
    ``json`` return the parts of the reply.
    """

    _noun = "request"

    def __init__(self, client: Client, method: str, resource: str, *,
                 account: Account | None = None, parameters: Pairs = (), headers: Pairs = (),
                 format: ReplyFormat | str = ReplyFormat.ANY, wait_for_sign_in: bool = False,
                 retries: int = 4, idempotent: bool = False, timeout: float | None = None,
                 tell_data: bool = False, max_reply_bytes: int | None = None,
                 user: str | None = None, password: str | None = None,
                 password_file: Path | None = None, context: object = None) -> None:
        """Creates a request. The C function is aha_request_create.

        ``resource``: a path below the provider's API URL, as in "/me"; or a full URL. ``account``:
        the account whose token the request carries. ``parameters``: added to the URL's query for
        GET, HEAD, DELETE and requests with a body, else to a form; with a file, to
        multipart/form-data. ``format``: the Accept header. ``wait_for_sign_in``: waits until its
        account is signed in. ``retries``: retries after the first try. ``idempotent``: the request
        may be repeated even if the server received it, as GET, HEAD, PUT, DELETE and OPTIONS always
        may. ``timeout``: seconds for each try; None is the client's. ``tell_data``: events report
        data, and ``read`` reads it. ``max_reply_bytes``: a longer successful reply is a LimitError;
        None is the client's limit in memory, and 2 GiB in a file, a sink or with ``tell_data``.
        ``user`` and ``password``, or the first line of ``password_file``: answer the server's
        challenge in place of an account, with Digest, or with Basic over TLS and on this machine.
        ``context``: any object; the property ``context`` returns it.

        Errors: InvalidArgumentError.
        """
        with self._keeping(context) as number:
            options = _structs.RequestOptions(
                context=number, format=ReplyFormat.of(format), wait_for_sign_in=wait_for_sign_in,
                retries=retries or NO_RETRIES, idempotent=idempotent,
                timeout_ms=milliseconds("timeout", timeout), tell_data=tell_data,
                max_reply_bytes=_limit(max_reply_bytes), user=user, password=password,
                password_file=optional_path(password_file))
            handle = made(lib.aha_request_create, client._handle, handle_of(account),
                          encoded_text("method", method), encoded_text("resource", resource),
                          options)
        super().__init__(handle, client)
        self._account = account
        self._streams: list[Stream] = []
        for name, value in _pairs(parameters):
            self.add_parameter(name, value)
        for name, value in _pairs(headers):
            self.set_header(name, value)

    def add_file(self, name: str, source: Source, *, file_name: str | None = None,
                 type: str | None = None) -> None:
        """Adds a file as a part of multipart/form-data. The C function is aha_request_add_file.

        ``source``: a path, bytes, a binary file object, or a Stream, read from its start.
        ``file_name``: None is the path's. ``type``: media type; None is application/octet-stream.
        Errors: StateError, UnsupportedError (not readable), file errors.
        """
        if file_name is None and isinstance(source, (str, os.PathLike)):
            file_name = os.path.basename(os.fsdecode(source))
        lib.aha_request_add_file(self._handle, encoded_text("name", name), self._kept(source),
                                 optional_text("file_name", file_name),
                                 optional_text("type", type))

    def set_body(self, source: Source, *, offset: SupportsIndex = 0, size: int | None = None,
                 type: str | None = None) -> None:
        """Sets the body: a path, bytes, a binary file object, or a Stream, or ``size`` bytes of it.

        ``offset``: first byte in the stream. ``type``: media type; None is
        application/octet-stream. The C function is aha_request_set_body. Errors: StateError,
        InvalidArgumentError, UnsupportedError.
        """
        lib.aha_request_set_body(self._handle, self._kept(source), signed64("offset", offset),
                                 -1 if size is None else signed64("size", size),
                                 optional_text("type", type))

    def set_json(self, value: Any) -> None:
        """Sets a JSON body."""
        self.set_body(json.dumps(value).encode(), type="application/json")

    def set_sink(self, sink: Source) -> None:
        """Sets the binary file object or Stream that receives the data of a successful reply,
        instead of memory. The C function is aha_request_set_sink. Errors: StateError,
        UnsupportedError (not writable).
        """
        lib.aha_request_set_sink(self._handle, self._kept(sink))

    def start(self) -> Sending:
        """Sends the request and returns its job; ``wait()`` for the job, or ``await`` it.

        After a 401, the token is refreshed and the request is sent once more. After 429, 5xx or a
        lost connection, the request is retried: after the time in Retry-After, or with backoff. The
        C function is aha_request_start. Errors: StateError (sent before), NotSignedInError. The
        job's, with the request in their ``request``: NetworkError, TimedOutError, TLSError,
        HTTPError (any status but 2xx), RateLimitedError, ReplyError; and LimitError.
        """
        stream = next((one for one in self._streams if one._file is not None), None)
        with attended(stream):
            job = Sending(made(lib.aha_request_start, self._handle), self._client, stream, self)
        self._job = job
        self._client._hold(self)
        return job

    def send(self) -> Request:
        """Sends the request, waits, and returns the request. Errors: those of ``start`` and of its
        job."""
        self.start().wait()
        return self

    def __await__(self) -> Generator[Any, None, Request]:
        """``await request`` sends the request without blocking the event loop, and returns it."""
        return self.start().__await__()

    def save(self, path: Path) -> Request:
        """Sends the request and saves the reply to a file, which appears only when complete.

        Errors: those of ``set_reply_file``, of ``start`` and of its job.
        """
        self.set_reply_file(path)
        return self.send()

    async def save_async(self, path: Path) -> Request:
        """As ``save``, without blocking the event loop."""
        self.set_reply_file(path)
        return await self

    def sign(self) -> tuple[str, str]:
        """Returns the name and the value of the authorization header without sending. Blocks. The
        C function is aha_request_sign. Errors: NotSignedInError, RefusedError, errors of requests.
        """
        size = 1024
        while True:
            name, value = c.create_string_buffer(256), c.create_string_buffer(size)
            try:
                lib.aha_request_sign(self._handle, name, len(name), value, size)
                return name.value.decode(), value.value.decode()
            except BufferTooSmallError:
                if size >= 1 << 20:
                    raise
                size *= 4

    # The reply

    def header(self, name: str) -> str | None:
        """A header of the reply: the first of that name, in any case; None when it has none.

        The C function is aha_request_copy_header. Errors: StateError (no reply yet).
        """
        try:
            return copied_text(lib.aha_request_copy_header, self._handle,
                               encoded_text("name", name)).decode("utf-8", "replace")
        except NotFoundError:
            return None

    @property
    def text(self) -> str:
        """The body as text; invalid UTF-8 is replaced."""
        return self.body.decode("utf-8", "replace")

    def json(self) -> Any:
        """The body as JSON. Errors: ValueError, StateError."""
        return json.loads(self.body)

    def read(self, size: int = 65536) -> bytes | None:
        """Reads received data, with ``tell_data``: None without data now, b"" after all data.
        The C function is aha_request_read. Errors: StateError.
        """
        room, length = (c.c_char * size)(), c.c_size_t()
        result = lib.aha_request_read(self._handle, room, size, length)
        if length.value:
            return room.raw[:length.value]
        return b"" if result == Result.END else None

    def _kept(self, source: Source) -> int:
        """The handle of the source's stream, which the request owns."""
        stream = Stream.of(source)
        self._streams.append(stream)
        return stream._handle


def _limit(count: int | None) -> int:
    if count is None:
        return 0
    if count < 1:
        raise InvalidArgumentError(f"max_reply_bytes {count} is not at least 1")
    return min(count, 2 ** 64 - 1)


def _pairs(pairs: Pairs) -> Iterable[tuple[str, str]]:
    return pairs.items() if isinstance(pairs, Mapping) else pairs
