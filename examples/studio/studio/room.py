"""The base of all screens: the row of rooms, the status line, and errors as notices."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import aha
from rich.text import Text
from textual import events
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, Static

from .widgets import Lines, fit

if TYPE_CHECKING:
    from .app import Studio
    from .model_work import Work

ROOMS = ("list", "sliders", "record", "arrange", "share", "history")


def told(action: Callable[..., Any]) -> Callable[..., Any]:
    """An action whose result, and whose errors of libaha and of files, become notices."""

    @functools.wraps(action)
    def safe(self: Any, *arguments: Any) -> None:
        try:
            notice = action(self, *arguments)
        except (aha.Error, OSError, ValueError) as error:
            notice = str(error)
        if notice:
            self.app.tell(notice)

    return safe


class Tabs(Static):
    """The names of the rooms; the current one is marked."""

    def show(self, current: str) -> None:
        self.update(Text(" ").join(
            Text(f" {number} {name.capitalize()} ", "reverse" if name == current else "")
            for number, name in enumerate(ROOMS, 1)))

    def on_click(self, event: events.Click) -> None:
        ends = [sum(len(one) + 5 for one in ROOMS[:count + 1]) for count in range(len(ROOMS))]
        for name, end in zip(ROOMS, ends):
            if event.x < end:
                self.app.action_go(name)  # type: ignore[attr-defined]
                return


class Status(Static):
    """One line: the device, the master's level, the last notice."""


class Room(Screen[None]):
    """A screen of the application: it shows a model, and hands keys to it."""

    DEFAULT_CSS = """
    Room > Tabs { height: 1; }
    Room > Status { height: 1; background: $panel; }
    Room .head { background: $surface; }
    """
    AUTO_FOCUS = ""
    room = ""
    #: The head is as high as its text.
    has_auto_head = False
    is_ready = False
    _head = ""
    app: Studio

    @property
    def work(self) -> Work:
        return self.app.work

    @property
    def model(self) -> Any:
        """The model that :meth:`action_model` calls; None: not opened yet."""
        raise NotImplementedError

    @property
    def row(self) -> Any:
        """The row at the cursor; None without rows."""
        return None

    @property
    def lines(self) -> Lines:
        return self.query_one(Lines)

    def compose(self) -> ComposeResult:
        yield Tabs()
        yield from self.parts()
        yield Status(markup=False)
        yield Footer(show_command_palette=False, compact=True)

    def parts(self) -> ComposeResult:
        """The widgets of the room."""
        raise NotImplementedError

    def on_mount(self) -> None:
        self.query_one(Tabs).show(self.room)
        self.is_ready = True

    def on_screen_resume(self) -> None:
        self.work.settings.set(room=self.room)
        self.enter()
        for lines in self.query(Lines):
            lines.focus()

    @told
    def enter(self) -> None:
        """Opens and draws the model; called each time the room is shown."""
        self.show()

    def show(self) -> None:
        """Draws the rows of the model."""

    def beat(self) -> None:
        """Draws moving parts; called twenty times a second while the room is shown."""

    def leave(self) -> None:
        """Closes the model at the end of the application."""

    def head(self, text: str) -> None:
        """Sets the text of the room's head, if it differs."""
        if text != self._head:
            self._head = text
            self.query_one(".head", Static).update(text, layout=self.has_auto_head)

    def show_status(self, text: str) -> None:
        self.query_one(Status).update(fit(text, self.size.width), layout=False)

    @told
    def action_model(self, name: str, *arguments: Any) -> str | None:
        """Calls a function of the model, and draws again. Its text, if any, is a notice."""
        if self.model is None:
            return None
        notice: str | None = getattr(self.model, name)(*arguments)
        self.show()
        return notice

    def action_row(self, name: str, *arguments: Any) -> None:
        """The same, with the row at the cursor as the first argument."""
        if self.row is not None:
            self.action_model(name, self.row, *arguments)
