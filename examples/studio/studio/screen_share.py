"""Share: drops the latest bounce to a named destination."""

from __future__ import annotations

import contextlib
import webbrowser

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.widgets import Input, Label, Static

from .drawing import bar, qr_code
from .model_share import Place, Sharing
from .room import Room, told
from .widgets import Ask, Lines, fit


class ShareRoom(Room):
    room = "share"
    BINDINGS = [
        Binding("enter,d", "drop", "Drop"), Binding("escape", "cancel", "Cancel"),
        Binding("t", "edit('title')", "Title"), Binding("c", "edit('cover')", "Cover"),
        Binding("n", "add", "New folder"), Binding("g", "sign_in", "Sign in"),
        Binding("r", "resume", "Resume"), Binding("x", "discard", "Discard", show=False),
        Binding("k", "copy", "Copy link")]
    CSS = """
    .fields { height: 1; } .fields Label { width: 8; padding: 0 1; }
    #receipt { height: auto; max-height: 70%; background: $surface; padding: 0 1; }
    #places { min-height: 3; }
    """

    sharing: Sharing | None = None
    rows: list[Place | aha.Drop] = []
    _drawn = ""

    def parts(self) -> ComposeResult:
        for name, hint in (("title", "the project's title"),
                           ("cover", "drawn from the sound; or the path of a PNG")):
            with Horizontal(classes="fields"):
                yield Label(name.capitalize())
                yield Input(placeholder=hint, id=name)
        yield Lines(self.drawn, id="places")
        yield Static(id="receipt", markup=False)

    @property
    def lines(self) -> Lines:
        return self.query_one("#places", Lines)

    @property
    def row(self) -> Place | aha.Drop | None:
        return self.rows[self.lines.cursor] if self.lines.cursor < len(self.rows) else None

    @told
    def enter(self) -> None:
        if self.sharing is None:
            self.sharing = Sharing(self.work)
            if self.sharing.line:
                self.app.tell(self.sharing.line)
            for name in ("title", "cover"):
                self.query_one(f"#{name}", Input).value = self.work.settings.get(name, "")
        self._read()
        self.lines.focus()

    def leave(self) -> None:
        if self.sharing is not None:
            self.sharing.close()
            self.sharing = None

    def _read(self) -> None:
        assert self.sharing is not None
        self.rows = [*self.sharing.interrupted(), *self.sharing.places]
        self.lines.set_count(len(self.rows))

    # Drawing

    def drawn(self, index: int, width: int) -> list[Text]:
        row = self.rows[index]
        if isinstance(row, Place):
            text = f"   {fit(row.name, 14)} {fit(row.kind, 10)} {row.fault or row.address}"
            return [Text(fit(text, width), "dim" if row.fault else "")]
        text = f" ↺ {fit(row.title, 14)} to {row.destination_name}: {row.error}"
        return [Text(fit(text, width))]

    def beat(self) -> None:
        sharing = self.sharing
        if sharing is None:
            return
        try:
            notice = sharing.finish() or sharing.finish_sign_in()
        except (aha.Error, OSError) as error:
            notice = str(error)
        if notice:
            self.app.tell(notice)
            self._read()
            if sharing.url:
                self.action_copy()
        self._receipt(sharing)

    def _receipt(self, sharing: Sharing) -> None:
        bounce = self.app.bouncing.latest
        lines = [f"Bounce  {bounce.name if bounce else 'none yet: b in Arrange makes one'}"]
        if not self.rows:
            lines.append("No destinations yet: n adds a folder; aha destinations add, any other")
        if sharing.is_running and sharing.drop is not None:
            stage = sharing.drop.stage.name.lower()
            lines.append(f"{bar(sharing.share, 30)} {sharing.share:.0%} {stage}")
        elif url := self._url:
            code = qr_code(url)
            height = self.size.height - len(self.rows) - 9
            lines += [f"Link    {url}", *(code if len(code) <= max(17, height) else [])]
        text = "\n".join(lines)
        if text != self._drawn:
            self._drawn = text
            self.query_one("#receipt", Static).update(text)

    @property
    def _url(self) -> str:
        """The link of this run's drop, or of the last receipt."""
        receipt = self.work.settings.get("receipt", [])
        return (self.sharing.url if self.sharing else "") or (receipt[1] if receipt else "")

    # Keys

    @told
    def action_drop(self) -> None:
        bounce, row = self.app.bouncing.latest, self.row
        if isinstance(row, aha.Drop):
            self.action_resume()
        elif bounce is None:
            self.app.tell("there is no bounce yet: b in Arrange makes one")
        elif isinstance(row, Place) and self.sharing is not None:
            title = self.query_one("#title", Input).value or self.work.project.title
            self.sharing.send(row, bounce, title or bounce.stem,
                              self.query_one("#cover", Input).value)

    def action_cancel(self) -> None:
        self.lines.focus()
        if self.sharing is not None:
            self.sharing.cancel()

    def action_edit(self, name: str) -> None:
        self.query_one(f"#{name}", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        if self.sharing is not None and event.input.id:
            self.work.settings.set(**{event.input.id: event.value})

    def on_input_submitted(self) -> None:
        self.lines.focus()

    def action_add(self) -> None:
        self.app.push_screen(Ask("A new destination: NAME FOLDER"), self._added)

    @told
    def _added(self, text: str | None) -> None:
        if text is not None and self.sharing is not None:
            name, _, path = text.partition(" ")
            self.sharing.add_folder(name, path.strip() or str(self.work.folder / "drops"))
            self._read()

    @told
    def action_resume(self) -> None:
        if isinstance(self.row, aha.Drop) and self.sharing is not None:
            self.sharing.resume(self.row)
            self._read()

    @told
    def action_discard(self) -> None:
        if isinstance(self.row, aha.Drop) and self.sharing is not None:
            self.sharing.discard(self.row)

    @told
    def action_sign_in(self) -> None:
        if isinstance(self.row, Place) and self.sharing is not None:
            url = self.sharing.sign_in(self.row)
            with contextlib.suppress(webbrowser.Error):
                webbrowser.open(url)
            self.app.tell(f"open {url}")

    def action_copy(self) -> None:
        """Copies the link into the clipboard of the terminal (OSC 52)."""
        if self._url:
            self.app.copy_to_clipboard(self._url)
