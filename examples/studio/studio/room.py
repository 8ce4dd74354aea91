"""The base of all screens: the row of rooms, the status line, and errors as notices."""

from __future__ import annotations

import contextlib
import functools
from collections.abc import Callable, Iterator, Sequence
from typing import TYPE_CHECKING, Any, Generic, TypeVar

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.dom import DOMNode
from textual.screen import Screen
from textual.widgets import Footer, Static

from .widgets import Keys, Lines

if TYPE_CHECKING:
    from .app import Studio
    from .model_work import Work

ROOMS = ("list", "sliders", "record", "arrange", "share", "history")
Row = TypeVar("Row")


def told(action: Callable[..., str | None]) -> Callable[..., None]:
    """An action whose result, and whose errors, become notices."""

    @functools.wraps(action)
    def safe(self: Any, *arguments: Any, **options: Any) -> None:
        with telling(self.app):
            self.app.tell(action(self, *arguments, **options))

    return safe


@contextlib.contextmanager
def telling(app: Studio) -> Iterator[None]:
    """Errors of libaha and of files become notices."""
    try:
        yield
    except (aha.Error, OSError, ValueError) as error:
        app.tell(str(error))


class Room(Screen[None], Generic[Row]):
    """A screen of the application: it shows a model, and hands keys to it."""

    DEFAULT_CSS = """
    Room > .tabs { height: 1; link-style: none; }
    Room > .status { height: 1; background: $panel; }
    Room .head { background: $surface; }
    """
    AUTO_FOCUS = "Lines"
    BINDINGS = [("question_mark", "keys", "Keys")]
    #: Its name, and the count of lines of a row.
    room, tall = "", 1
    rows: Sequence[Row] = ()
    #: :meth:`action_model` calls it; None: not opened yet.
    model: object = None
    _head = ""
    app: Studio

    @property
    def work(self) -> Work:
        return self.app.work

    @property
    def row(self) -> Row | None:
        """The row at the cursor; None without rows."""
        return self.rows[self.lines.cursor] if self.lines.cursor < len(self.rows) else None

    @property
    def lines(self) -> Lines:
        return self.query_one(Lines)

    def compose(self) -> ComposeResult:
        yield Static(" ".join(
            f"[@click=app.go('{name}')]{'[reverse]' if name == self.room else '[not reverse]'}"
            f" {number} {name.capitalize()} [/][/]" for number, name in enumerate(ROOMS, 1)),
            classes="tabs")
        yield from self.parts()
        yield Static(classes="status", markup=False)
        yield Footer(compact=True)

    def parts(self) -> ComposeResult:
        yield Static(classes="head", markup=False)
        yield Lines(self.drawn, self.tall)

    def on_screen_resume(self) -> None:
        self.work.settings.set(room=self.room)
        self.enter()

    @told
    def enter(self) -> None:
        """Opens and draws the model; called each time the room is shown."""
        self.show()

    def show(self) -> None:
        """Draws the rows of the model."""
        self.lines.set_count(len(self.rows))

    def drawn(self, index: int, width: int) -> list[Text]:
        return []

    def beat(self) -> None:
        """Draws moving parts; called twenty times a second while the room is shown."""

    def leave(self) -> None:
        """Closes the model at the end of the application."""

    def keys(self) -> list[tuple[str, str, str, DOMNode]]:
        """The keys of the room and of the application: each as it is shown, its meaning, its
        action, and the owner of the action."""
        active = self.active_bindings.values()
        return [(self.app.get_key_display(one.binding), one.binding.description, one.binding.action,
                 one.node) for one in active if one.binding.description and one.binding.show]

    def action_keys(self) -> None:
        self.app.push_screen(Keys(f"Keys of {self.room.capitalize()}",
                                  [(key, meaning) for key, meaning, *_ in self.keys()]))

    def head(self, text: str) -> None:
        """Sets the text of the room's head, if it differs."""
        if text != self._head:
            is_resized = text.count("\n") != self._head.count("\n")
            self._head = text
            self.query_one(".head", Static).update(text, layout=is_resized)

    @told
    def action_model(self, name: str, *arguments: Any) -> str | None:
        """Calls a function of the model, and draws again. Its result, if any, is a notice."""
        if self.model is None:
            return None
        notice: str | None = getattr(self.model, name)(*arguments)
        self.show()
        return notice

    def action_row(self, name: str, *arguments: Any) -> None:
        """The same, with the row at the cursor as the first argument. Textual gives one more."""
        if self.row is not None:
            self.action_model(name, self.row, *arguments)
