"""A list that draws only its visible lines, and a small question."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rich.cells import set_cell_size
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static


def fit(text: str, width: int) -> str:
    """The text in exactly ``width`` cells; control characters become visible."""
    plain = "".join(one if one.isprintable() else "·" for one in text)
    return set_cell_size(plain, max(0, width))


class Lines(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows of one or more lines with a cursor. ``draw(index, width)`` returns the lines of a row;
    it is called for visible rows only, so that the count does not matter."""

    DEFAULT_CSS = "Lines { height: 1fr; scrollbar-size-horizontal: 0; scrollbar-size-vertical: 1; }"
    BINDINGS = [Binding(key, f"move({by})", show=False) for key, by in (
        ("up", -1), ("down", 1), ("pageup", -10), ("pagedown", 10), ("home", -10 ** 9),
        ("end", 10 ** 9))]

    class Moved(Message):
        """The cursor is on another row."""

    class Pressed(Message):
        """The mouse is down on a column of the row at the cursor."""

        def __init__(self, column: int) -> None:
            super().__init__()
            self.column = column

    class Released(Message):
        """The mouse button rises after a press."""

    def __init__(self, draw: Callable[[int, int], Sequence[Text]], tall: int = 1) -> None:
        super().__init__()
        self.draw, self.tall = draw, tall
        self.count = self.cursor = 0
        self._is_down = False

    def set_count(self, count: int, cursor: int | None = None) -> None:
        """Sets the count of rows, and draws all again."""
        self.count = count
        self.cursor = max(0, min(count - 1, self.cursor if cursor is None else cursor))
        self.virtual_size = Size(0, count * self.tall)
        self._show_cursor()
        self.refresh()

    def render_line(self, y: int) -> Strip:
        index, part = divmod(self.scroll_offset.y + y, self.tall)
        width = self.scrollable_content_region.width
        rows = self.draw(index, width) if 0 <= index < self.count else []
        if part >= len(rows):
            return Strip.blank(width, self.rich_style)
        if index == self.cursor and part == 0:
            rows[part].stylize("reverse" if self.has_focus else "bold")
        strip = Strip(rows[part].render(self.app.console), rows[part].cell_len)
        return strip.adjust_cell_length(width).apply_style(self.rich_style)

    def redraw(self, index: int) -> None:
        """Draws one row again, if it is visible."""
        top = index * self.tall - self.scroll_offset.y
        if -self.tall < top < self.size.height:
            self.refresh(Region(0, top, self.size.width, self.tall))

    @property
    def shown(self) -> range:
        """The rows on the screen."""
        first = self.scroll_offset.y // self.tall
        return range(first, min(self.count, first + self.size.height // self.tall + 2))

    def action_move(self, by: int) -> None:
        old, self.cursor = self.cursor, max(0, min(self.count - 1, self.cursor + by))
        self._show_cursor()
        if self.cursor != old:
            self.redraw(old)
            self.redraw(self.cursor)
            self.post_message(self.Moved())

    def _show_cursor(self) -> None:
        top, height = self.cursor * self.tall, self.size.height
        if top < self.scroll_offset.y:
            self.scroll_to(y=top, animate=False, immediate=True)
        elif top + self.tall > self.scroll_offset.y + height > 0:
            self.scroll_to(y=top + self.tall - height, animate=False, immediate=True)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        index = (self.scroll_offset.y + event.y) // self.tall
        if index < self.count:
            self.action_move(index - self.cursor)
            self._is_down = True
            self.capture_mouse()
            self.post_message(self.Pressed(event.x))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self._is_down:
            self.post_message(self.Pressed(event.x))

    def on_mouse_up(self) -> None:
        if self._is_down:
            self._is_down = False
            self.release_mouse()
            self.post_message(self.Released())


class Ask(ModalScreen[str | None]):
    """Asks for a line of text, or for one of many choices, filtered while typing. Escape gives
    None."""

    DEFAULT_CSS = """
    Ask { align: center middle; }
    Ask > Vertical { width: 72; height: auto; max-height: 18; border: round $accent; }
    Ask Lines { height: 12; }
    """
    BINDINGS = [Binding("escape", "dismiss(None)", "Cancel"),
                Binding("down", "move(1)", show=False), Binding("up", "move(-1)", show=False)]

    def __init__(self, question: str, text: str = "",
                 choices: Sequence[tuple[str, str]] = ()) -> None:
        super().__init__()
        self.question, self.text, self.choices = question, text, choices
        self.found = list(choices)

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.question, markup=False)
            yield Input(self.text, compact=True)
            if self.choices:
                yield Lines(self._drawn)

    def _drawn(self, index: int, width: int) -> list[Text]:
        value, title = self.found[index]
        return [Text(fit(f"{title}  {value}", width))]

    def on_input_changed(self, event: Input.Changed) -> None:
        words = event.value.lower().split()
        self.found = [one for one in self.choices
                      if all(word in " ".join(one).lower() for word in words)]
        for lines in self.query(Lines):
            lines.set_count(len(self.found), 0)

    def on_mount(self) -> None:
        for lines in self.query(Lines):
            lines.set_count(len(self.found))

    def action_move(self, by: int) -> None:
        for lines in self.query(Lines):
            lines.action_move(by)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        if not self.choices:
            self.dismiss(event.value.strip() or None)
        elif self.found:
            self.dismiss(self.found[self.query_one(Lines).cursor][0])
