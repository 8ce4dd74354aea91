"""The application: six rooms, one work."""

import gc
from collections.abc import Callable, Iterable
from functools import partial
from typing import Any

import aha
from textual import events, work
from textual.app import App, SystemCommand
from textual.screen import Screen
from textual.widgets import Static

from .drawing import fit, meter
from .model_arrange import Arrangement
from .model_sound import peak_db
from .model_take import Taking
from .model_work import Work
from .room import ROOMS, Room, told
from .screen_arrange import ArrangeRoom
from .screen_history import HistoryRoom
from .screen_list import ListRoom
from .screen_record import RecordRoom
from .screen_share import ShareRoom
from .screen_sliders import SlidersRoom
from .widgets import Ask

MIN_WIDTH, MIN_HEIGHT = 80, 24
#: Updates of moving parts in a second.
RATE = 20
Use = Callable[[str], str | None]


class TooSmall(Screen[None]):
    """Covers the rooms while the terminal is too small for them."""

    def render(self) -> str:
        return (f"This terminal has {self.app.size.width} x {self.app.size.height} cells.\n"
                f"Studio needs {MIN_WIDTH} x {MIN_HEIGHT}.\nEnlarge it, or press q to quit.")


class Studio(App[None]):
    """Draws a :class:`Work`, and hands keys to it."""

    SCREENS = {room.room: room for room in (
        ListRoom, SlidersRoom, RecordRoom, ArrangeRoom, ShareRoom, HistoryRoom)}
    BINDINGS = [
        *((f"{number},f{number}", f"go('{name}')") for number, name in enumerate(ROOMS, 1)),
        ("D", "device", "Device"), ("q", "quit", "Quit"), ("ctrl+c,ctrl+q", "quit")]

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work
        self.taking, self.arrangement = Taking(work), Arrangement(work)
        self.notice = "; ".join(work.notices)
        #: The master's peak since the last update, in dBFS. Each reading resets the meter.
        self.level_db = -99.0
        self._is_closing = False

    def on_mount(self) -> None:
        name = self.work.settings.get("room", ROOMS[0])
        self.push_screen(name if name in ROOMS else ROOMS[0])
        self.watch_engine()
        self.run_worker(self.work.sounds.analyze_waves())
        self.set_interval(1 / RATE, self.beat)
        self.set_timer(1, gc.freeze)  # else the collector walks all modules during a key: 60 ms

    def get_system_commands(self, screen: Screen[Any]) -> Iterable[SystemCommand]:
        """The palette has the rooms, the keys of the room, and most commands of Textual."""
        for number, name in enumerate(ROOMS, 1):
            yield SystemCommand(name.capitalize(), f"Room {number}", partial(self.action_go, name))
        for key, meaning, action, owner in screen.keys() if isinstance(screen, Room) else ():
            yield SystemCommand(meaning, f"Key {key}", partial(self.run_action, action, owner))
        for command in super().get_system_commands(screen):
            if command.title not in ("Keys", "Quit"):
                yield command

    def _set_pointer_shape(self, shape: str) -> None:
        """Changes nothing outside of the screen: neither the terminal's title nor its pointer."""

    @property
    def room(self) -> Room[Any] | None:
        """The room on the screen; None before it is ready, at the end, or below a question."""
        room = self.screen
        return room if isinstance(room, Room) and room.is_mounted and not self._is_closing else None

    def action_go(self, name: str) -> None:
        if self.room is not None and self.room.room != name:
            self.switch_screen(name)

    def bend(self, project: aha.Project, track: aha.Track) -> None:
        self.work.settings.set(bent=[project.path, track.id])
        self.action_go("sliders")

    @work
    async def watch_engine(self) -> None:
        async for event in self.work.sounding.engine.events():
            self.handle(event)

    @told
    def handle(self, event: aha.Event) -> str:
        """Gives an event to the models."""
        self.work.ended(self.work.sounding.handle(event))
        if event.kind in (aha.EventKind.STREAM_FAILED, aha.EventKind.SOUND_MISSING,
                          aha.EventKind.IMPULSE_MISSING, aha.EventKind.PLUGIN_MISSING):
            return event.line or str(event.error)
        notice = self.taking.handle(event)
        if event.kind == aha.EventKind.RECORDER_FINISHED and self.room is not None:
            self.room.show()
        return notice

    @told
    def beat(self) -> None:
        if self._is_closing:
            return
        self.level_db = peak_db(self.work.sounding.engine.master)
        if self.room is not None:
            self.room.beat()
            status = fit(self.status(), self.size.width)
            self.room.query_one(".status", Static).update(status, layout=False)

    def status(self) -> str:
        id, _, reason = self.work.sounding.line.partition(": ")
        words = filter(None, [self.work.settings.fault, self.notice, reason])
        take = f" ● {self.taking.seconds:.1f} s" if self.taking.is_running else ""
        share = self.arrangement.share
        bounce = "" if share is None else f" bounce {share:.0%}"
        return (f" {'no hardware' if id == 'null' else id} {meter(self.level_db, 10)}{take}{bounce}"
                f"  {'; '.join(words)}")

    def tell(self, notice: str | None) -> None:
        """Shows a notice, if there is one, until the next one."""
        self.notice = notice or self.notice

    def ask(self, question: str, use: Use, text: str = "") -> None:
        """Asks for a text, and calls ``use`` with it; its result, if any, is a notice."""
        self.push_screen(Ask(question, text), lambda answer: self._answered(use, answer))

    def choose(self, question: str, use: Use, choices: Iterable[tuple[str, str]]) -> None:
        """As :meth:`ask`, for one of many choices: values and titles, filtered while typing."""
        self.search_commands([(f"{title}  {value}", partial(self._answered, use, value))
                              for value, title in choices], question)

    @told
    def _answered(self, use: Use, answer: str | None) -> str | None:
        return None if answer is None else use(answer)

    def action_device(self) -> None:
        self.choose("Output device", self._opened, self.work.sounding.choices())

    def _opened(self, id: str) -> None:
        self.work.sounding.open(id)
        self.work.settings.set(device=id)

    def on_resize(self, event: events.Resize) -> None:
        is_small = event.size.width < MIN_WIDTH or event.size.height < MIN_HEIGHT
        if is_small != isinstance(self.screen, TooSmall):
            self.push_screen(TooSmall()) if is_small else self.pop_screen()

    @told
    def close_models(self) -> None:
        """Completes a take, and leaves the rooms."""
        self._is_closing = True
        self.taking.close()
        for name in ROOMS:
            self.get_screen(name, Room).leave()

    async def action_quit(self) -> None:
        self.close_models()
        self.exit()
