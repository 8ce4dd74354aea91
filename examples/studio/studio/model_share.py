"""Sharing: named destinations, drops with progress, interrupted drops, receipts."""

import dataclasses
from pathlib import Path
from typing import Any

import aha
from aha import DropStage

from .model_work import Work


class Sharing:
    """The user's destinations, and this application's drops. The client's journal lists drops that
    a killed process left; they resume at the last confirmed byte."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.client = aha.Client("libaha.studio")
        self.drop: aha.Drop | None = None
        self._job: aha.ClientJob | None = None
        self._signing: aha.SignIn | None = None
        self.read()

    def read(self) -> None:
        """Reads the saved destinations again. Errors: DamagedError, AccessError (their file)."""
        for one in self.places:
            one.remove()
        self.client.load_destinations()

    @property
    def places(self) -> list[aha.Destination]:
        return self.client.destinations()

    def add_folder(self, text: str) -> None:
        """Saves a folder as a destination, for all programs of the user; ``text``: NAME FOLDER.
        Errors: ExistsError, InvalidArgumentError, AccessError."""
        name, _, path = text.partition(" ")
        folder = Path(path.strip() or self.work.folder / "drops").expanduser().absolute()
        aha.Destination.folder(self.client, folder, name=name).save()

    def interrupted(self) -> list[aha.Drop]:
        """Drops that can be started again, the newest first."""
        return [drop for drop in self.client.drops() if drop.stage == DropStage.BROKEN]

    def send(self, place: aha.Destination, path: Path) -> None:
        """Starts to drop a bounce, with the title and the cover of the settings. Errors: StateError
        (a drop is in progress), PieceError, those of the destination."""
        self._refuse_second()
        title = self.work.settings.get("title", "") or self.work.project.title or path.stem
        cover = self.work.settings.get("cover", "")
        piece = aha.Piece(title=title, length_us=self.work.length_us(str(path)))
        drop = aha.Drop(place, piece)
        for asset, source in (("mix_stem", path), ("preview", None), ("attachment", None),
                              ("cover", Path(cover).expanduser() if cover else None)):
            drop.answer(asset, source)
        drop.commit()
        self.resume(drop)

    def resume(self, drop: aha.Drop) -> None:
        """Starts a drop, or continues an interrupted one."""
        self._refuse_second()
        self._job, self.drop = drop.start(), drop

    def discard(self, drop: aha.Drop) -> None:
        """Ends an interrupted drop, and deletes its files at the destination."""
        self._refuse_second()
        self._job, self.drop = drop.discard(), None

    def _refuse_second(self) -> None:
        if self._job is not None and not self._job.done:
            raise aha.StateError("a drop is in progress: wait for it, or cancel it")

    def cancel(self) -> None:
        if self._job is not None:
            self._job.cancel()

    @property
    def is_busy(self) -> bool:
        """A drop or a sign-in is in progress."""
        return self._job is not None or self._signing is not None

    @property
    def progress(self) -> tuple[float, str] | None:
        """The share of the running drop, 0 to 1, and its stage."""
        if self._job is None or self.drop is None:
            return None
        now = self.drop.progress
        return now.bytes_done / max(1, now.bytes_total), now.stage.name.lower()

    @property
    def url(self) -> str:
        """The link of this run's drop, else of the last receipt; "" without one."""
        receipt = self.work.settings.get("receipt", [])
        return (self.drop.url if self.drop else "") or (receipt[1] if receipt else "")

    def finish(self) -> str:
        """A notice when the drop or the sign-in has ended; "" before. A finished drop joins the
        library and its history. Errors: those of the drop or the sign-in."""
        if self._signing is not None and self._signing.done:
            signing, self._signing = self._signing, None
            signing.wait()
            self.read()
            return "signed in"
        if self._job is None or not self._job.done:
            return ""
        job, self._job = self._job, None
        job.wait()
        if self.drop is None:
            return "discarded"
        self.work.sounds.library.add_drop(self.drop)
        self.work.settings.set(receipt=[self.drop.title, self.drop.url])
        return f"dropped {self.drop.title!r} to {self.drop.destination_name}"

    def sign_in(self, place: aha.Destination) -> str:
        """Starts to sign in to the account of a destination; returns the URL to open in a browser.
        Errors: NotFoundError (no account), StateError, those of the provider."""
        prefix = "account."
        values: dict[str, Any] = dict(line[len(prefix):].split("=", 1)
                                      for line in place.settings.splitlines()
                                      if line.startswith(prefix))
        provider, name = values.pop("provider", ""), values.pop("name", None)
        if not provider:
            raise aha.NotFoundError(f"{place.name} has no account to sign in")
        known = {field.name for field in dataclasses.fields(aha.Provider)
                 if field.name not in ("grants", "uses_basic")}
        described = aha.Provider(provider, **{
            key: value for key, value in values.items() if key in known})
        self._signing = self.client.account(described, name=name).sign_in()
        return self._signing.wait_for_url()

    def close(self) -> None:
        """Closes the client; a running drop breaks off, and can be resumed."""
        self.client.close()
