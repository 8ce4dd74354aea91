"""The application: six rooms, one work."""

from __future__ import annotations

import contextlib
import time

import aha
from textual import events, work
from textual.app import App
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from .drawing import clock, meter
from .model_arrange import Arrangement
from .model_bend import bench_track_of
from .model_bounce import Bouncing
from .model_sound import peak_db
from .model_take import Taking
from .model_work import Work
from .room import ROOMS, Room
from .screen_arrange import ArrangeRoom
from .screen_history import HistoryRoom
from .screen_list import ListRoom
from .screen_record import RecordRoom
from .screen_share import ShareRoom
from .screen_sliders import SlidersRoom
from .widgets import Pick

MIN_WIDTH, MIN_HEIGHT = 80, 24
#: Updates of moving parts in a second.
RATE = 20
KINDS = {room.room: room for room in (ListRoom, SlidersRoom, RecordRoom, ArrangeRoom, ShareRoom,
                                      HistoryRoom)}


class TooSmall(Screen[None]):
    """Covers the rooms while the terminal is too small for them."""

    def compose(self):
        yield Static(id="small", markup=False)

    def show(self, width: int, height: int) -> None:
        self.query_one("#small", Static).update(
            f"This terminal has {width} x {height} cells.\n"
            f"Studio needs {MIN_WIDTH} x {MIN_HEIGHT}.\nEnlarge it, or press q to quit.")

    def on_mount(self) -> None:
        self.show(self.app.size.width, self.app.size.height)


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
        self.notice = "; ".join(work.notices)
        self._device_line = work.sounding.line
        #: The master's peak since the last update, in dBFS. Each reading resets the meter.
        self.level_db = -99.0

    def on_mount(self) -> None:
        for name, kind in KINDS.items():
            self.install_screen(kind(), name)
        self.push_screen(self.work.settings.get("room", "list"))
        self.watch_engine()
        self.set_interval(1 / RATE, self.beat)
        self._check_size(self.size.width, self.size.height)

    @property
    def room(self) -> Room | None:
        """The room on the screen, unless a question or a notice covers it."""
        return self.screen if isinstance(self.screen, Room) else None

    def action_go(self, name: str) -> None:
        if self.room is not None and self.room.room != name:
            self.switch_screen(name)

    def settings_room(self, name: str) -> None:
        self.work.settings.set(room=name)

    def bend(self, project: aha.Project, track: aha.Track) -> None:
        """Shows the sliders of a track."""
        self.get_screen("sliders", SlidersRoom).open(project, track)
        self.action_go("sliders")

    def insert(self, path: str, name: str) -> None:
        """Adds a sound to the arrangement at its cursor, with its sliders if it was bent."""
        track = bench_track_of(self.work, path)
        self.arrangement.add(track.path if track else path, name, track)
        self.tell(f"{name} is in the arrangement at {clock(self.arrangement.cursor_us)}")

    # Events and time

    @work(exit_on_error=True)
    async def watch_engine(self) -> None:
        async for event in self.work.sounding.engine.events():
            try:
                self.handle(event)
            except (aha.Error, OSError) as error:
                self.tell(str(error))

    def handle(self, event: aha.Event) -> None:
        """Gives an event to the models."""
        self.work.ended(self.work.sounding.handle(event), time.time())
        if notice := self.taking.handle(event):
            self.tell(notice)
        if event.kind in (aha.EventKind.DEVICE_OPENED, aha.EventKind.DEVICE_LOST):
            self._device_line = event.line
        elif event.kind in (aha.EventKind.STREAM_FAILED, aha.EventKind.SOUND_MISSING,
                            aha.EventKind.PLUGIN_MISSING):
            self.tell(event.line or str(event.error))
        if self.room is not None and self.room.is_mounted:
            self.room.beat()

    def beat(self) -> None:
        """Continues the background work, and draws moving parts."""
        try:
            self.work.sounds.work()
            if notice := self.bouncing.finish():
                self.tell(notice)
                if self.room is not None:
                    self.room.enter()
        except (aha.Error, OSError) as error:
            self.tell(str(error))
        self.level_db = peak_db(self.work.sounding.engine.master)
        if self.room is not None and self.room.is_mounted:
            self.room.beat()
            self.room.show_status(self.status())

    def status(self) -> str:
        """The status line."""
        device = "no hardware" if self._device_line.startswith("null") else self._device_line
        reason = self._device_line.partition(": ")[2] if device == "no hardware" else ""
        level = meter(self.level_db, 10)
        take = f" ● {self.taking.seconds:.1f} s" if self.taking.is_running else ""
        share = self.bouncing.share
        bounce = "" if share is None else f" bounce {share:.0%}"
        fault = self.work.settings.fault
        words = [one for one in (fault, self.notice, reason) if one]
        return f" {device} {level}{take}{bounce}  {'; '.join(words)}"

    def tell(self, notice: str) -> None:
        """Shows a notice until the next one."""
        self.notice = notice

    # Device and size

    def action_device(self) -> None:
        choices = self.work.sounding.choices()
        self.push_screen(Pick("Output device", choices), self._open_device)

    def _open_device(self, id: str | None) -> None:
        if id is not None:
            self.work.sounding.open(id)
            self._device_line = self.work.sounding.line
            self.work.settings.set(device=id)

    def on_resize(self, event: events.Resize) -> None:
        self._check_size(event.size.width, event.size.height)

    def _check_size(self, width: int, height: int) -> None:
        is_small = width < MIN_WIDTH or height < MIN_HEIGHT
        if isinstance(self.screen, TooSmall):
            if not is_small:
                self.pop_screen()
            elif self.screen.is_mounted:
                self.screen.show(width, height)
        elif is_small and self.is_mounted:
            self.push_screen(TooSmall())

    async def action_quit(self) -> None:
        self.taking.close()
        for name in ("sliders", "arrange", "share"):
            with contextlib.suppress(aha.Error, OSError):
                self.get_screen(name, Room).leave()
        self.exit()
