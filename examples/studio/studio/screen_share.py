"""Share: drops the latest bounce, or a take, to a named destination."""

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.containers import Horizontal, Vertical
from textual.widgets import Static

from .drawing import bar, fit, qr_code
from .model_share import Sharing
from .room import Room, told


class ShareRoom(Room[aha.Destination | aha.Drop]):
    room = "share"
    BINDINGS = [
        ("enter,d", "row('send')", "Drop"), ("escape", "model('cancel')", "Cancel"),
        ("t", "edit('title')", "Title"), ("c", "edit('cover')", "Cover"),
        ("n", "add", "New folder"), ("g", "row('sign_in')", "Sign in"),
        ("r", "row('send')", "Resume"), ("x", "row('discard')", "Discard"),
        ("k", "copy", "Copy link"), ("b", "model('share_latest')", "Latest bounce")]
    CSS = """
    ShareRoom .head { height: auto; padding: 0 1; } #code { width: auto; margin: 0 1; }
    """

    #: Fields, with the meaning of an empty one.
    EMPTY = {"title": "the project's title", "cover": "drawn from the sound"}
    model: Sharing | None = None
    _coded = ""

    def parts(self) -> ComposeResult:
        with Horizontal():
            with Vertical():
                yield from super().parts()
            yield Static(id="code", markup=False)

    @told
    def enter(self) -> None:
        self.model = self.model or Sharing(self.work)
        self.show()

    def leave(self) -> None:
        if self.model is not None:
            self.model.close()
            self.model = None

    def show(self) -> None:
        self.rows = [*self.model.interrupted(), *self.model.places] if self.model else []
        super().show()

    def drawn(self, index: int, width: int) -> list[Text]:
        row = self.rows[index]
        if isinstance(row, aha.Drop):
            text = f" ↺ {row.title} to {row.destination_name}: {row.error or 'interrupted'}"
            return [Text(fit(text, width))]
        kind, fault = row.info.kind.name.lower(), row.info.error
        text = f"   {fit(row.name, 14)} {fit(kind, 10)} {fault or row.address}"
        return [Text(fit(text, width), "dim" if fault else "")]

    @told
    def beat(self) -> str:
        if self.model is None:
            return ""
        was_busy = self.model.is_busy
        try:
            return self.model.finish()
        finally:
            if was_busy and not self.model.is_busy:
                self.show()
                self.action_copy()
            self._draw_head(self.model)

    def _draw_head(self, model: Sharing) -> None:
        sound, url = self.work.shared, model.url
        kind = "Bounce" if sound == self.work.bounce else "Take"
        empty = "none yet: b in Arrange makes one, d in Record takes a take"
        text = [f"{kind:<8}{sound.name if sound else empty}",
                *(f"{name.capitalize():<8}{self.work.settings.get(name, '') or empty}"
                  for name, empty in self.EMPTY.items())]
        if not self.rows:
            text.append("No destinations yet: n adds a folder; aha destinations add, any other")
        if progress := model.progress:
            text.append(f"{bar(progress[0], 30)} {progress[0]:.0%} {progress[1]}")
        elif url:
            text.append(f"Link    {url}")
        self.head("\n".join(text))
        if url != self._coded:
            self._coded = url
            self.query_one("#code", Static).update(qr_code(url) if url else "")

    def action_edit(self, name: str) -> None:
        """Asks for the title, or for the path of a cover."""
        self.app.ask(f"The {name} of the drop; empty: {self.EMPTY[name]}",
                     lambda text: self.work.settings.set(**{name: text}),
                     self.work.settings.get(name, ""))

    def action_add(self) -> None:
        self.app.ask("A new destination: NAME FOLDER",
                     lambda text: self.action_model("add_folder", text))

    def action_copy(self) -> None:
        """Copies the link into the clipboard of the terminal (OSC 52)."""
        if self.model is not None and self.model.url:
            self.app.copy_to_clipboard(self.model.url)
