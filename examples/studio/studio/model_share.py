"""Sharing: named destinations, drops with progress, interrupted drops, receipts."""

from __future__ import annotations

import contextlib
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import aha
from aha import DropStage

from .model_share_accounts import account_of

if TYPE_CHECKING:
    from .model_work import Work

APPLICATION = "libaha.studio"


@dataclass(eq=False)
class Place:
    """A destination by its name, and whether it can receive a drop now."""

    name: str
    kind: str
    address: str
    fault: str
    needs_sign_in: bool
    destination: aha.Destination


class Sharing:
    """The user's destinations, and this application's drops. The client's journal lists drops that
    a killed process left; they resume at the last confirmed byte."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.client = aha.Client(APPLICATION)
        self.places: list[Place] = []
        self.drop: aha.Drop | None = None
        self.signing: aha.SignIn | None = None
        self._job: aha.ClientJob | None = None
        self.line = ""
        self.read()

    def read(self) -> None:
        """Reads the saved destinations again."""
        for one in self.client.destinations():
            one.remove()
        try:
            self.client.load_destinations()
            self.line = ""
        except aha.Error as error:
            self.line = str(error)
        self.places = []
        for one in self.client.destinations():
            info = one.info
            self.places.append(Place(
                one.name, info.kind.name.lower(), one.address, str(info.error or ""),
                isinstance(info.error, aha.NotSignedInError), one))

    def add_folder(self, name: str, path: str) -> None:
        """Saves a folder as a destination, for all programs of the user. Errors: ExistsError,
        InvalidArgumentError, AccessError."""
        aha.Destination.folder(self.client, Path(path).expanduser().absolute(), name=name).save()
        self.read()

    # Drops

    def interrupted(self) -> list[aha.Drop]:
        """Drops that can be started again, the newest first."""
        return [drop for drop in self.client.drops()
                if drop.stage == DropStage.BROKEN and drop is not self.drop]

    def send(self, place: Place, path: Path, title: str, cover: str = "") -> None:
        """Starts to drop a bounce. Blocks while the journal is written. Errors: StateError (a drop
        is in progress), PieceError, those of the destination."""
        self._refuse_second()
        piece = aha.Piece(title=title, length_us=self.work.length_us(str(path)))
        drop = aha.Drop(place.destination, piece, committed=True)
        drop.answer("mix_stem", path)
        drop.answer("preview", None)
        drop.answer("cover", Path(cover).expanduser() if cover else None)
        drop.answer("attachment", None)
        self._job, self.drop = drop.start(), drop

    def resume(self, drop: aha.Drop) -> None:
        """Continues an interrupted drop."""
        self._refuse_second()
        self._job, self.drop = drop.start(), drop

    def discard(self, drop: aha.Drop) -> None:
        """Gives an interrupted drop up: deletes its files at the destination."""
        self._refuse_second()
        self._job, self.drop = drop.discard(), None

    def _refuse_second(self) -> None:
        if self._job is not None and not self._job.done:
            raise aha.StateError("a drop is in progress: wait for it, or cancel it")

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    @property
    def is_running(self) -> bool:
        return self._job is not None

    @property
    def share(self) -> float:
        """The progress of the drop, 0 to 1."""
        if self.drop is None:
            return 0.0
        progress = self.drop.progress
        return progress.bytes_done / progress.bytes_total if progress.bytes_total else 0.0

    @property
    def url(self) -> str:
        """The receipt's link; "" before the drop is done."""
        return self.drop.url if self.drop is not None else ""

    def finish(self) -> str:
        """A notice when the drop has ended; "" while it runs. A finished drop joins the library and
        its history. Errors: those of the drop."""
        if self._job is None or not self._job.done:
            return ""
        job, self._job = self._job, None
        job.wait()
        if self.drop is None:
            return "discarded"
        self.work.sounds.library.add_drop(self.drop)
        self.work.settings.set(receipt=[self.drop.title, self.drop.url])
        return f"dropped {self.drop.title!r} to {self.drop.destination_name}"

    # Accounts

    def sign_in(self, place: Place) -> str:
        """Starts to sign in; returns the URL to open in a browser. Errors: StateError, those of
        the provider."""
        self.signing = account_of(self.client, place.destination).sign_in()
        return self.signing.wait_for_url()

    def finish_sign_in(self) -> str:
        """A notice when the sign-in has ended; "" while it waits. Errors: those of the sign-in."""
        if self.signing is None or not self.signing.done:
            return ""
        job, self.signing = self.signing, None
        job.wait()
        self.read()
        return "signed in"

    def close(self) -> None:
        """Closes the client; a running drop breaks off, and can be resumed."""
        with contextlib.suppress(aha.Error):
            self.client.close()
