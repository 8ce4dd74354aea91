"""A list that draws only its visible lines, a small question, and a table of keys."""

from collections.abc import Callable, Sequence

from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.containers import Vertical
from textual.geometry import Region, Size
from textual.message import Message
from textual.screen import ModalScreen
from textual.scroll_view import ScrollView
from textual.strip import Strip
from textual.widgets import Input, Static


class Lines(ScrollView, can_focus=True, inherit_bindings=False):
    """Rows of one or more lines with a cursor. ``draw(index, width)`` returns the lines of a row;
    it is called for visible rows only, so that the count does not matter."""

    DEFAULT_CSS = "Lines { height: 1fr; scrollbar-size-horizontal: 0; scrollbar-size-vertical: 1; }"
    BINDINGS = [(key, f"move({by})") for key, by in (
        ("up", -1), ("down", 1), ("pageup", -10), ("pagedown", 10), ("home", -10 ** 9),
        ("end", 10 ** 9))]

    class Moved(Message):
        """The cursor is on another row."""

    class Pressed(Message):
        """The mouse is down on a column of the row at the cursor; None: its button rises."""

        def __init__(self, column: int | None) -> None:
            super().__init__()
            self.column = column

    def __init__(self, draw: Callable[[int, int], Sequence[Text]], tall: int = 1) -> None:
        super().__init__()
        self.draw, self.tall = draw, tall
        self.count = self.cursor = 0

    def set_count(self, count: int, cursor: int | None = None) -> None:
        """Sets the count of rows, and draws all again."""
        self.count = count
        self.cursor = max(0, min(count - 1, self.cursor if cursor is None else cursor))
        self.virtual_size = Size(0, count * self.tall)
        self._show_cursor()
        self.refresh()

    def render_lines(self, crop: Region) -> list[Strip]:
        self.style = self.rich_style  # computed once for all lines
        return super().render_lines(crop)

    def render_line(self, y: int) -> Strip:
        index, part = divmod(self.scroll_offset.y + y, self.tall)
        width = self.scrollable_content_region.width
        rows = self.draw(index, width) if 0 <= index < self.count else []
        if part >= len(rows):
            return Strip.blank(width, self.style)
        if index == self.cursor and part == 0:
            rows[part].stylize("reverse" if self.has_focus else "bold")
        strip = Strip(rows[part].render(self.app.console), rows[part].cell_len)
        return strip.adjust_cell_length(width).apply_style(self.style)

    def redraw(self, index: int) -> None:
        """Draws one row again, if it is visible."""
        self.refresh_lines(index * self.tall, self.tall)

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
        if self.size.height:
            self.scroll_to_region(Region(0, self.cursor * self.tall, 1, self.tall),
                                  animate=False, immediate=True)

    def on_mouse_down(self, event: events.MouseDown) -> None:
        index = (self.scroll_offset.y + event.y) // self.tall
        if index < self.count:
            self.action_move(index - self.cursor)
            self.capture_mouse()
            self.post_message(self.Pressed(event.x))

    def on_mouse_move(self, event: events.MouseMove) -> None:
        if self.app.mouse_captured is self:
            self.post_message(self.Pressed(event.x))

    def on_mouse_up(self) -> None:
        if self.app.mouse_captured is self:
            self.release_mouse()
            self.post_message(self.Pressed(None))


class Ask(ModalScreen[str | None]):
    """Asks for a line of text. Escape gives None."""

    DEFAULT_CSS = """
    Ask { align: center middle; }
    Ask > Vertical { width: 72; height: auto; border: round $accent; }
    """
    BINDINGS = [("escape", "dismiss(None)", "Cancel")]

    def __init__(self, question: str, text: str = "") -> None:
        super().__init__()
        self.question, self.text = question, text

    def compose(self) -> ComposeResult:
        with Vertical():
            yield Static(self.question, markup=False)
            yield Input(self.text, compact=True)

    def on_input_submitted(self, event: Input.Submitted) -> None:
        self.dismiss(event.value.strip())


class Keys(ModalScreen[None]):
    """A table of keys and their meanings. Any of its keys closes it."""

    DEFAULT_CSS = """
    Keys { align: center middle; }
    Keys > Vertical { width: 76; height: auto; max-height: 22; border: round $accent; }
    """
    BINDINGS = [("escape,question_mark,enter,space,q", "dismiss", "Close")]
    #: Width of a column.
    WIDE = 24

    def __init__(self, title: str, keys: Sequence[tuple[str, str]]) -> None:
        super().__init__()
        self.heading, self.keys = f"{title}; escape closes", keys

    def compose(self) -> ComposeResult:
        cells = [f"{key:>6}  {meaning}"[:self.WIDE].ljust(self.WIDE) for key, meaning in self.keys]
        tall = max(1, -(-len(cells) // 3))
        with Vertical():
            yield Static(self.heading, markup=False)
            yield Static("\n".join("".join(cells[row::tall]) for row in range(tall)), markup=False)
