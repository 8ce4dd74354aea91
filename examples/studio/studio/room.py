"""The base of all screens: the row of rooms, the status line, and errors as notices."""

from __future__ import annotations

import functools
from collections.abc import Callable
from typing import TYPE_CHECKING, Any

import aha
from rich.text import Text
from textual.app import ComposeResult
from textual.screen import Screen
from textual.widgets import Footer, Static

from .widgets import fit

if TYPE_CHECKING:
    from .app import Studio
    from .model_work import Work

ROOMS = ("list", "sliders", "record", "arrange", "share", "history")


def told(action: Callable[..., Any]) -> Callable[..., Any]:
    """An action whose errors of libaha and of files become notices in the status line."""

    @functools.wraps(action)
    def safe(self: Any, *arguments: Any) -> Any:
        try:
            return action(self, *arguments)
        except (aha.Error, OSError) as error:
            self.app.tell(str(error))
            return None

    return safe


class Tabs(Static):
    """The names of the rooms; the current one is marked."""

    def show(self, current: str) -> None:
        self.update(Text(" ").join(
            Text(f" {number} {name.capitalize()} ", "reverse" if name == current else "")
            for number, name in enumerate(ROOMS, 1)))

    def on_click(self, event: Any) -> None:
        place = 0
        for name in ROOMS:
            place += len(name) + 5
            if event.x < place:
                self.app.action_go(name)  # type: ignore[attr-defined]
                return


class Status(Static):
    """One line: the device, the master's level, the last notice."""


class Room(Screen[None]):
    """A screen of the application."""

    DEFAULT_CSS = """
    Room > Tabs { height: 1; }
    Room > Status { height: 1; dock: bottom; offset-y: -1; background: $panel; }
    Room Input { height: 1; border: none; padding: 0; }
    """
    room = ""
    app: Studio

    @property
    def work(self) -> Work:
        return self.app.work

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

    def beat(self) -> None:
        """Updates moving parts; called twenty times a second while the room is shown."""

    def enter(self) -> None:
        """Reads the model again; called each time the room is shown."""

    def show_status(self, text: str) -> None:
        self.query_one(Status).update(fit(text, self.size.width))

    def on_screen_resume(self) -> None:
        self.enter()
        self.app.settings_room(self.room)
