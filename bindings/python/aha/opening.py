"""Opens pieces: from a page, a manifest, a folder, or an "ah-…://open" URL."""

from __future__ import annotations

import ctypes as c
import weakref
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple, Optional

from . import _registry, _structs
from ._abi import lib
from ._calls.opening import OpeningCalls
from ._arguments import Path, encoded_path, optional_text
from ._client_child import ClientJob, milliseconds
from ._drop_texts import Asset
from ._constants.opening import OpeningText as OpeningText
from ._handle import handle_of, made
from .piece import Piece
from .stream import Stream

if TYPE_CHECKING:
    from .account import Account
    from .client import Client


class OpenedAsset(NamedTuple):
    """A file of an opened piece."""

    asset: Asset
    #: Bytes; None if unknown.
    size: Optional[int]
    name: str
    #: Its media type.
    type: str
    #: As 64 hexadecimal digits; "" if unknown.
    sha256: str


class Opening(OpeningCalls):
    """The opening of a piece. After ``wait()`` or ``await``, read its ``piece`` and ``assets``.
    """

    _noun = "opening"

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
        number = 0 if context is None else _registry.keep(context)
        options = _structs.OpeningOptions(
            context=number, account=handle_of(account), allows_private=allow_private,
            poll_ms=milliseconds("poll", poll))
        opening, job = c.c_void_p(), c.c_void_p()
        try:
            lib.aha_opening_create(client._handle, encoded_path(url), options, opening, job)
        except BaseException:
            _registry.drop(number)
            raise
        super().__init__(opening.value or 0, lib.aha_opening_release, client)
        weakref.finalize(self, _registry.drop, number)
        self._job = ClientJob(job.value or 0, client)
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

    @property
    def piece(self) -> Piece:
        """The opened piece, a new object each time. The C function is aha_opening_get_piece.
        Errors: StateError (not open)."""
        return Piece(_made=made(lib.aha_opening_get_piece, self._handle))

    @property
    def assets(self) -> list[OpenedAsset]:
        """The available files; empty until it is open. The C functions are
        aha_opening_asset_count and aha_opening_get_asset."""
        return [self._asset(i) for i in range(lib.aha_opening_asset_count(self._handle))]

    def _asset(self, index: int) -> OpenedAsset:
        found = _structs.OpeningAsset()
        lib.aha_opening_get_asset(self._handle, index, found)
        return OpenedAsset(Asset(found.asset), None if found.size < 0 else found.size,
                           found.name.decode(errors="replace"), found.type.decode(errors="replace"),
                           found.sha256.decode())

    def save(self, asset: Asset | str, path: Path, *, type: str | None = None) -> ClientJob:
        """Starts a job that downloads a file. The file is verified by its hash, and appears only
        when it is complete. An interrupted download resumes.

        ``type``: as in "audio/ogg"; None is the first available one. Blocks. The C function is
        aha_opening_save. Errors: StateError (not open), NotFoundError (no such file),
        UnsupportedError (not of that type), those of files; the job's: VerifyError, LimitError,
        those of requests.
        """
        return ClientJob(made(lib.aha_opening_save, self._handle, Asset.of(asset),
                              optional_text("type", type), encoded_path(path)), self._client)

    def stream(self, asset: Asset | str = Asset.MIX_STEM, *, type: str | None = None) -> Stream:
        """Opens a file as a stream, to play it during the download: ``engine.load(opening.stream(),
        streamed=True)``. Blocks. The C function is aha_opening_open_stream. Errors: as for ``save``
        and :meth:`Client.stream`.
        """
        stream = Stream(made(lib.aha_opening_open_stream, self._handle, Asset.of(asset),
                             optional_text("type", type)))
        self._client._family.add(stream._handle, stream)
        return stream

    @property
    def context(self) -> Any:
        """The ``context`` it was made with. The C function is aha_opening_context."""
        return _registry.find(lib.aha_opening_context(self._handle) or 0)

    def _shown(self) -> dict[str, Any]:
        return {"open": bool(self.assets)}


def open_piece(client: Client, url: Path, **more: Any) -> Opening:
    """Opens a piece and waits until it is open, of what :class:`Opening` takes."""
    opening = Opening(client, url, **more)
    opening.wait()
    return opening
