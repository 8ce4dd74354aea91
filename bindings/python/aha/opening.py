"""Opens pieces: from a page, a manifest, a folder, or an "ah-…://open" URL."""

from __future__ import annotations

from collections.abc import Generator
from typing import TYPE_CHECKING, Any

from . import _structs
from ._abi import lib
from ._calls.opening import OpeningCalls
from ._arguments import Path, encoded_path
from ._client_child import ClientJob, ContextChild, milliseconds
from ._handle import handle_of, made_two

if TYPE_CHECKING:
    from .account import Account
    from .client import Client


class Opening(OpeningCalls, ContextChild):
    """The opening of a piece. After ``wait()`` or ``await``, read its ``piece`` and ``assets``.
    """

    _noun = "opening"
    _shows = ("id",)

    def __init__(self, client: Client, url: Path, *, account: Account | None = None,
                 allow_private: bool = False, poll: float | None = None,
                 context: object = None) -> None:
        """Begins to open a piece. The C function is aha_opening_create.

        ``url``: "ah-APPLICATION://open?uuid=…", the URL of a page or of its manifest, the path of
        a folder or of a manifest, or a file: URL. ``account``: whose token requests carry; required
        for "ah-…" URLs. ``allow_private``: the manifest of a public server may refer to
        private addresses or to this machine. ``poll``: seconds between requests for a file that is
        not ready; None is 3.

        Errors: InvalidArgumentError (not one of these). Those of ``wait``: NotFoundError,
        DamagedError (no manifest, or an invalid one), LimitError (a manifest over 1 MiB),
        RefusedError (it refers to a private address), errors of requests.
        """
        with self._keeping(context) as number:
            options = _structs.OpeningOptions(
                context=number, account=handle_of(account), allow_private=allow_private,
                poll_ms=milliseconds("poll", poll))
            opening, job = made_two(lib.aha_opening_create, client._handle, encoded_path(url),
                                    options)
        super().__init__(opening, client)
        self._job = ClientJob(job, client)
        client._hold(self)

    @property
    def job(self) -> ClientJob:
        """The job of opening it."""
        return self._job

    def wait(self, timeout: float | None = None) -> bool:
        """Waits until it is open, at most ``timeout`` seconds; False if it expired."""
        return self._job.wait(timeout)

    def __await__(self) -> Generator[Any, None, Opening]:
        """``await opening`` waits without blocking the event loop; returns the opening."""
        yield from self._job.__await__()
        return self


def open_piece(client: Client, url: Path, **more: Any) -> Opening:
    """Opens a piece and waits until it is open; the arguments are those of :class:`Opening`."""
    opening = Opening(client, url, **more)
    opening.wait()
    return opening
