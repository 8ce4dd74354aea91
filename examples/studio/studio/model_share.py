"""Sharing: named destinations, drops with progress, interrupted drops, receipts."""

import json
import webbrowser
from pathlib import Path

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
        """Saves a folder as a destination, for all programs of the user; ``text``: NAME FOLDER."""
        name, _, path = text.partition(" ")
        folder = Path(path.strip() or self.work.folder / "drops").expanduser().absolute()
        made = aha.Destination.folder(self.client, folder, name=name)
        try:
            made.save()
        except aha.Error:
            made.remove()
            raise

    def interrupted(self) -> list[aha.Drop]:
        """Drops that can be started again, the newest first."""
        return [drop for drop in self.client.drops() if drop.stage == DropStage.BROKEN]

    def send(self, row: aha.Destination | aha.Drop) -> str:
        """Drops the shared sound to a destination, with the title and the cover of the settings; or
        continues an interrupted drop."""
        self._refuse_second()
        sound = self.work.shared
        if isinstance(row, aha.Drop):
            self._job, self.drop = row.start(), row
        elif sound is not None:
            project = self.work.project.title if sound == self.work.bounce else ""
            title = self.work.settings.get("title", "") or project or sound.stem
            cover = self.work.settings.get("cover", "")
            drop = aha.Drop(row, aha.Piece(title=title,
                                           length_us=self.work.length_us(str(sound))))
            for asset, source in (("mix_stem", sound), ("preview", None), ("attachment", None),
                                  ("cover", Path(cover).expanduser() if cover else None)):
                drop.answer(asset, source)
            drop.commit()
            self._job, self.drop = drop.start(), drop
        return "" if self._job else "there is no bounce yet: b in Arrange makes one"

    def discard(self, row: aha.Destination | aha.Drop) -> None:
        """Ends an interrupted drop, and deletes its files at the destination."""
        self._refuse_second()
        if isinstance(row, aha.Drop):
            self._job, self.drop = row.discard(), None

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
        library and its history."""
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
        self._add(self.drop)
        self.work.settings.set(receipt=[self.drop.title, self.drop.url])
        return f"dropped {self.drop.title!r} to {self.drop.destination_name}"

    def _add(self, drop: aha.Drop) -> None:
        """Adds a drop to the library and its history. One in a folder of this machine can play."""
        library = self.work.sounds.library
        if drop.kind != "folder":
            library.add_drop(drop)
            return
        folder = Path(drop.address) / drop.remote_id
        files = json.loads((folder / "piece.json").read_text())["files"]
        name = next(one["name"] for one in files if one["role"] == "mixStem")
        library.note("drop", library.add(folder / name, "drop"))

    def share_latest(self) -> None:
        """Shares the latest bounce again, in place of a take."""
        self.work.settings.set(shared="")

    def sign_in(self, row: aha.Destination | aha.Drop) -> str:
        """Opens the browser to sign in to the account of a destination; returns a notice."""
        account = row.account if isinstance(row, aha.Destination) else None
        if account is None:
            return "there is no account to sign in"
        self._signing = account.sign_in()
        url = self._signing.wait_for_url()
        webbrowser.open(url)
        return f"open {url}"

    def close(self) -> None:
        """Closes the client; a running drop breaks off, and can be resumed."""
        self.client.close()
