"""The application: six rooms, one work."""

from __future__ import annotations

import aha
from textual import events, work
from textual.app import App, ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from .drawing import meter
from .model_arrange import Arrangement
from .model_bounce import Bouncing
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


class TooSmall(Screen[None]):
    """Covers the rooms while the terminal is too small for them."""

    def compose(self) -> ComposeResult:
        yield Static(markup=False)

    def on_mount(self) -> None:
        self.show(self.app.size.width, self.app.size.height)

    def show(self, width: int, height: int) -> None:
        self.query_one(Static).update(
            f"This terminal has {width} x {height} cells.\nStudio needs {MIN_WIDTH} x"
            f" {MIN_HEIGHT}.\nEnlarge it, or press q to quit.")


class Studio(App[None]):
    """Draws a :class:`Work`, and hands keys to it."""

    TITLE = "Studio"
    ENABLE_COMMAND_PALETTE = False
    BINDINGS = [
        *(Binding(f"{number},f{number}", f"go('{name}')", name, show=False)
          for number, name in enumerate(ROOMS, 1)),
        Binding("D", "device", "Device", show=False), Binding("q", "quit", "Quit"),
        Binding("ctrl+c,ctrl+q", "quit", show=False)]

    def __init__(self, work: Work) -> None:
        super().__init__()
        self.work = work
        self.taking, self.bouncing = Taking(work), Bouncing(work)
        self.arrangement = Arrangement(work)
        self.rooms = {kind.room: kind() for kind in (
            ListRoom, SlidersRoom, RecordRoom, ArrangeRoom, ShareRoom, HistoryRoom)}
        self.notice = "; ".join(work.notices)
        #: The master's peak since the last update, in dBFS. Each reading resets the meter.
        self.level_db = -99.0
        self._is_closing = False

    @property
    def app(self) -> Studio:
        return self

    def on_mount(self) -> None:
        for name, room in self.rooms.items():
            self.install_screen(room, name)
        name = self.work.settings.get("room", ROOMS[0])
        self.push_screen(name if name in ROOMS else ROOMS[0])
        self.watch_engine()
        self.set_interval(1 / RATE, self.beat)
        self._check_size(self.size.width, self.size.height)

    @property
    def room(self) -> Room | None:
        """The room on the screen; None before it is ready, at the end, or below a question."""
        is_ready = isinstance(self.screen, Room) and self.screen.is_ready and not self._is_closing
        return self.screen if is_ready else None

    def action_go(self, name: str) -> None:
        if self.room is not None and self.room.room != name:
            self.switch_screen(name)

    def bend(self, project: aha.Project, track: aha.Track) -> None:
        """Shows the sliders of a track."""
        self.rooms["sliders"].open(project, track)
        self.action_go("sliders")

    @work
    async def watch_engine(self) -> None:
        async for event in self.work.sounding.engine.events():
            self.handle(event)

    @told
    def handle(self, event: aha.Event) -> str:
        """Gives an event to the models."""
        self.work.ended(self.work.sounding.handle(event))
        if event.kind in (aha.EventKind.DEVICE_OPENED, aha.EventKind.DEVICE_LOST):
            self.work.sounding.line = event.line
        if event.kind in (aha.EventKind.STREAM_FAILED, aha.EventKind.SOUND_MISSING,
                          aha.EventKind.PLUGIN_MISSING):
            return event.line or str(event.error)
        return self.taking.handle(event)

    @told
    def beat(self) -> str:
        """Continues the background work, and draws moving parts."""
        if self._is_closing:
            return ""
        self.level_db = peak_db(self.work.sounding.engine.master)
        self.work.sounds.work()
        self.work.sounding.play_pending()  # a job's event may precede the end of the job
        if self.room is not None:
            self.room.beat()
            self.room.show_status(self.status())
        return self.bouncing.finish()

    def status(self) -> str:
        """The status line."""
        id, _, reason = self.work.sounding.line.partition(": ")
        words = [self.work.settings.fault, self.notice, reason]
        take = f" ● {self.taking.seconds:.1f} s" if self.taking.is_running else ""
        share = self.bouncing.share
        bounce = "" if share is None else f" bounce {share:.0%}"
        return (f" {'no hardware' if id == 'null' else id} {meter(self.level_db, 10)}{take}{bounce}"
                f"  {'; '.join(filter(None, words))}")

    def tell(self, notice: str) -> None:
        """Shows a notice until the next one."""
        self.notice = notice

    def action_device(self) -> None:
        self.push_screen(Ask("Output device", choices=self.work.sounding.choices()), self._opened)

    @told
    def _opened(self, id: str | None) -> None:
        if id is not None:
            self.work.sounding.open(id)
            self.work.settings.set(device=id)

    def on_resize(self, event: events.Resize) -> None:
        self._check_size(event.size.width, event.size.height)

    def _check_size(self, width: int, height: int) -> None:
        is_small = width < MIN_WIDTH or height < MIN_HEIGHT
        if isinstance(self.screen, TooSmall):
            self.screen.show(width, height) if is_small else self.pop_screen()
        elif is_small:
            self.push_screen(TooSmall())

    @told
    def close_models(self) -> None:
        """Completes a take, and stores the last moves."""
        self._is_closing = True
        self.taking.close()
        for room in self.rooms.values():
            room.leave()

    async def action_quit(self) -> None:
        self.close_models()
        self.exit()
