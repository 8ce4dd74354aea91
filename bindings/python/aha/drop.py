"""Drops: uploads of a piece and its files, which can start while the user still edits."""

from __future__ import annotations

import ctypes as c
from collections.abc import Generator
from typing import TYPE_CHECKING, Any, NamedTuple

from . import _structs
from ._abi import lib
from ._arguments import encoded_path, encoded_text, is_path, optional_text
from ._attending import raising
from ._calls.drop import DropCalls
from ._client_child import ClientJob, ContextChild, milliseconds
from ._constants.drop import Asset, DropStage
from ._handle import got, made
from ._wait import in_a_thread
from .base import Error, Result, error_of
from .stream import Source, Stream

if TYPE_CHECKING:
    from .client import Client
    from .destination import Destination
    from .job import Job
    from .piece import Piece


class DropProgress(NamedTuple):
    """The progress of a drop."""

    stage: DropStage
    #: Whether it is over.
    over: bool
    #: Why it failed or broke off; None when it did not.
    error: Error | None
    #: Of all files that are known: confirmed by the destination, or on their way.
    bytes_done: int
    bytes_total: int
    #: Bytes sent more than once, because uploads broke off.
    bytes_repeated: int
    #: The first file that a committed drop waits for its host to answer; None for none.
    waits_for: Asset | None
    #: Seconds left for that answer; 0 without one.
    answer_left: float


class Dropping(ClientJob):
    """A drop in progress. ``await`` returns the drop."""

    _drop: Drop

    def __await__(self) -> Generator[Any, None, Drop]:  # type: ignore[override]
        yield from super().__await__()
        return self._drop


class Drop(DropCalls, ContextChild):
    """An upload of a piece to a destination.

    ::

        drop = aha.Drop(aha.Destination.folder(client, "~/pieces"), aha.Piece(title="Morning"))
        print(drop.send("morning.flac").url)

    Or in parts, while the user still edits: ``start``, ``answer`` each EventKind.DROP_ASSET_WANTED,
    set ``piece``, ``commit``, and wait for the job. It continues without this object. The journal
    of the client's state folder lists interrupted drops: see :meth:`Client.drops`.
    """

    _noun = "drop"
    _job: ClientJob | None = None
    _shows = ("id", "title", "stage")

    def __init__(self, destination: Destination, piece: Piece, *, committed: bool = False,
                 wait_for_sign_in: bool = False, omit_cover: bool = False,
                 answer_timeout: float | None = None, context: object = None) -> None:
        """Creates a drop of a piece, which is copied. Blocks. The C function is aha_drop_create.

        ``committed``: the piece is final. ``wait_for_sign_in``: waits until the destination's
        account is signed in. ``omit_cover``: a declined cover is not drawn; the drop has none.
        ``answer_timeout``: seconds from the commit for missing answers; None: 600. ``context``: any
        object; the property ``context`` returns it. Errors: those of the journal's file.
        """
        with self._keeping(context) as number:
            options = _structs.DropOptions(context=number, commit=committed,
                                           wait_for_sign_in=wait_for_sign_in,
                                           omit_cover=omit_cover,
                                           answer_timeout_ms=milliseconds("answer_timeout",
                                                                          answer_timeout))
            super().__init__(made(lib.aha_drop_create, destination._handle, piece._handle,
                                  options), destination.client)

    @classmethod
    def _of(cls, handle: int, maker: Any = None) -> Drop:
        """The object of an owned handle: the existing one, or a new one."""
        there = maker._client._family.find(handle)
        if isinstance(there, Drop) and not there.closed:
            lib.aha_release(handle)
            return there
        return super()._of(handle, maker)

    def start(self) -> Dropping:
        """Starts the drop, or resumes an interrupted one, and returns its job: ``wait()`` for the
        job, or ``await`` it; cancelling it cancels the drop. Blocks. The C function is
        aha_drop_start.

        Errors: StateError (started before; done; another process sends it), NotSignedInError, those
        of the piece if it is committed. The job's: errors of requests and files, DamagedError (a
        file has changed since the start), PieceError (an attachment that is too large),
        DiskFullError, AccessError.
        """
        return self._sending(made(lib.aha_drop_start, self._handle))

    def _sending(self, handle: int) -> Dropping:
        job = Dropping(handle, self._client)
        job._drop = self
        self._job = job
        self._client._hold(self)
        return job

    def answer(self, asset: Asset | str, source: Source | None, *, type: str | None = None,
               after: Job | None = None) -> None:
        """Supplies an asset: a path, bytes, a binary file object or a Stream; None for no asset.

        ``type``: its media type or ending; None derives it from its name (of a cover, also from its
        content).
        ``after``: the job that writes the file, such as a bounce. A file must not change until the
        drop is done; other sources are copied. Blocks. The C function is aha_drop_answer.
        An answer that fails leaves its asset open: answer again; ``commit`` is a StateError until
        then. Errors: StateError (answered before, or too late), InvalidArgumentError, PieceError
        (an attachment that is too large), file errors; for a mix stem and a preview also errors of
        sounds, such as UnknownFormatError.
        """
        kind = optional_text("type", type)
        if source is None:
            self._answer(asset, is_declined=True)
        elif after is not None:
            self._answer(asset, path=encoded_path(source), job=after._handle, type=kind)
        elif is_path(source):
            self._answer(asset, path=encoded_path(source), type=kind)
        elif isinstance(source, (bytes, bytearray, memoryview)):
            data = bytes(source)
            self._answer(asset, bytes=c.cast(c.c_char_p(data), c.c_void_p), size=len(data),
                         type=kind)
        else:
            stream = Stream.of(source)
            with raising(stream):
                self._answer(asset, stream=stream._handle, type=kind)

    def answer_error(self, asset: Asset | str, line: str) -> None:
        """Reports that an asset could not be made: the drop fails with that line. The C function is
        aha_drop_answer. Errors: StateError, InvalidArgumentError; of an interrupted drop also
        NotFoundError (its destination)."""
        self._answer(asset, error=encoded_text("line", line))

    def _answer(self, asset: Asset | str, **fields: Any) -> None:
        lib.aha_drop_answer(self._handle, Asset.of(asset), _structs.Answer(**fields))

    def send(self, mix_stem: Source | None = None, *, preview: Source | None = None,
             cover: Source | None = None, attachment: Source | None = None) -> Drop:
        """Answers every wanted asset, commits, and waits for the end.

        ``mix_stem``: None if it was answered before. Any other asset that is None and was not
        answered before is left out. The C function is aha_drop_send. Errors: those of ``answer``,
        ``commit`` and ``start``, and of its job.
        """
        self._begun(mix_stem, preview, cover, attachment).wait()
        return self

    async def send_async(self, mix_stem: Source | None = None, *, preview: Source | None = None,
                         cover: Source | None = None, attachment: Source | None = None) -> Drop:
        """As ``send``, without blocking the event loop."""
        return await (await in_a_thread(
            lambda: self._begun(mix_stem, preview, cover, attachment)))

    def _begun(self, mix_stem: Source | None, *others: Source | None) -> Dropping:
        for asset, source in zip(tuple(Asset)[1:], others):
            if source is not None:
                self.answer(asset, source)
        path = None
        if mix_stem is not None and is_path(mix_stem):
            path = encoded_path(mix_stem)
        elif mix_stem is not None:
            self.answer(Asset.MIX_STEM, mix_stem)
        return self._sending(made(lib.aha_drop_send, self._handle, path))

    def wait(self, timeout: float | None = None) -> bool:
        """Starts the drop if necessary, and waits for its end, at most ``timeout`` seconds; False
        if the timeout expired. Raises the drop's error."""
        return (self._job or self.start()).wait(timeout)

    def __await__(self) -> Generator[Any, None, Drop]:
        """``await drop`` starts the drop if necessary, and waits without blocking the loop."""
        yield from (self._job or self.start()).__await__()
        return self

    @property
    def progress(self) -> DropProgress:
        """The progress. The C function is aha_drop_get_progress."""
        now = got(_structs.DropProgress(), lib.aha_drop_get_progress, self._handle)
        error = error_of(now.result, self.error) if now.result < 0 else None
        return DropProgress(DropStage(now.stage), now.result != Result.PENDING, error,
                            now.bytes_done, now.bytes_total, now.bytes_repeated,
                            Asset(now.waits_for) if now.waits_for else None,
                            now.answer_left_ms / 1000)

    @property
    def stage(self) -> DropStage:
        """The state of the drop."""
        return self.progress.stage
