"""Share: drops the latest bounce to a named destination."""

from __future__ import annotations

import webbrowser

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal, Vertical
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
        Binding("r", "interrupted('resume')", "Resume"),
        Binding("x", "interrupted('discard')", show=False), Binding("k", "copy", "Copy link")]
    CSS = """
    .field { height: 1; } .field Label { width: 8; padding: 0 1; }
    ShareRoom .head { height: auto; padding: 0 1; } #code { width: auto; margin: 0 1; }
    """

    has_auto_head = True
    model: Sharing | None = None
    rows: list[Place | aha.Drop] = []
    _coded = ""

    def parts(self) -> ComposeResult:
        with Horizontal():
            with Vertical():
                yield from self.fields()
                yield Lines(self.drawn)
                yield Static(classes="head", markup=False)
            yield Static(id="code", markup=False)

    def fields(self) -> ComposeResult:
        for name, hint in (("title", "the project's title"),
                           ("cover", "drawn from the sound; or the path of a PNG")):
            with Horizontal(classes="field"):
                yield Label(name.capitalize())
                yield Input(self.work.settings.get(name, ""), placeholder=hint, id=name,
                            compact=True)

    @property
    def row(self) -> Place | aha.Drop | None:
        return self.rows[self.lines.cursor] if self.lines.cursor < len(self.rows) else None

    @told
    def enter(self) -> None:
        if self.model is None:
            self.model = Sharing(self.work)
        self.show()

    def leave(self) -> None:
        if self.model is not None:
            self.model.close()
            self.model = None

    def show(self) -> None:
        self.rows = [*self.model.interrupted(), *self.model.places] if self.model else []
        self.lines.set_count(len(self.rows))

    def drawn(self, index: int, width: int) -> list[Text]:
        row = self.rows[index]
        if isinstance(row, Place):
            text = f"   {fit(row.name, 14)} {fit(row.kind, 10)} {row.fault or row.address}"
            return [Text(fit(text, width), "dim" if row.fault else "")]
        text = f" ↺ {row.title} to {row.destination_name}: {row.error or 'interrupted'}"
        return [Text(fit(text, width))]

    @told
    def beat(self) -> str:
        is_over = False
        try:
            notice = self.model.finish() if self.model else ""
            is_over = bool(notice)
        except (aha.Error, OSError):
            is_over = True
            raise
        finally:
            if is_over:
                self.show()
                self.action_copy()
            self._draw_head()
        return notice

    def _draw_head(self) -> None:
        bounce, url = self.app.bouncing.latest, self.model.url if self.model else ""
        text = [f"Bounce  {bounce.name if bounce else 'none yet: b in Arrange makes one'}"]
        if not self.rows:
            text.append("No destinations yet: n adds a folder; aha destinations add, any other")
        if progress := self.model.progress if self.model else None:
            text.append(f"{bar(progress[0], 30)} {progress[0]:.0%} {progress[1]}")
        elif url:
            text.append(f"Link    {url}")
        self.head("\n".join(text))
        if url != self._coded:
            self._coded = url
            self.query_one("#code", Static).update("\n".join(qr_code(url)) if url else "")

    # Keys

    @told
    def action_drop(self) -> str:
        bounce = self.app.bouncing.latest
        if isinstance(self.row, aha.Drop):
            self.action_interrupted("resume")
        elif bounce is None:
            return "there is no bounce yet: b in Arrange makes one"
        elif self.row is not None:
            title = self.query_one("#title", Input).value or self.work.project.title or bounce.stem
            self.model.send(self.row, bounce, title, self.query_one("#cover", Input).value)
        return ""

    def action_interrupted(self, name: str) -> None:
        """Resumes or discards the interrupted drop at the cursor."""
        if isinstance(self.row, aha.Drop):
            self.action_row(name)

    def action_cancel(self) -> None:
        """Leaves a field; else cancels the drop."""
        if self.lines.has_focus:
            self.action_model("cancel")
        self.lines.focus()

    def action_edit(self, name: str) -> None:
        self.query_one(f"#{name}", Input).focus()

    def on_input_changed(self, event: Input.Changed) -> None:
        self.work.settings.set(**{str(event.input.id): event.value})

    def on_input_submitted(self) -> None:
        self.lines.focus()

    def action_add(self) -> None:
        self.app.push_screen(Ask("A new destination: NAME FOLDER"), self._added)

    def _added(self, text: str | None) -> None:
        name, _, path = (text or "").partition(" ")
        if name:
            self.action_model("add_folder", name, path.strip() or str(self.work.folder / "drops"))

    @told
    def action_sign_in(self) -> str:
        if not isinstance(self.row, Place):
            return ""
        url = self.model.sign_in(self.row)
        webbrowser.open(url)
        return f"open {url}"

    def action_copy(self) -> None:
        """Copies the link into the clipboard of the terminal (OSC 52)."""
        if self.model is not None and self.model.url:
            self.app.copy_to_clipboard(self.model.url)
