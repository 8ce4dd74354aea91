"""Sounds at a URL, read as they play."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._abi import lib
from ._arguments import encoded_text
from ._handle import handle_of, made
from .stream import Stream

if TYPE_CHECKING:
    from .account import Account
    from .client import Client


def open_stream(client: Client, resource: str, account: Account | None) -> Stream:
    """Reads a URL in blocks of 128 KiB with read-ahead; see :meth:`Client.stream`.

    EventKind.REMOTE_BUFFERING and REMOTE_PLAYING report that a reader waits or resumes.
    """
    stream = Stream(made(lib.aha_stream_open_remote, client._handle, handle_of(account),
                         encoded_text("resource", resource)))
    client._family.add(stream._handle, stream)
    return stream
