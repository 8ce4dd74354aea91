"""Recording: a microphone or the master, into a file that survives a kill."""

import contextlib
import shutil
from pathlib import Path

import aha
from aha import EventKind, RecorderState

from .model_sound import peak_db
from .model_work import Work, numbered

SOURCES = ("microphone", "master")
#: The disk guard ends a take with this much space left.
KEPT_BYTES = 50_000_000
#: Notices of the disk guard.
NOTICES = {EventKind.RECORDER_DISK_LOW: "the disk has room for {} s of recording",
           EventKind.RECORDER_OVERRUN: "the disk is too slow: {} frames are silence",
           EventKind.RECORDER_DISK_FULL: "the disk is full: {} frames are lost"}


class Taking:
    """The recorder of a work folder. Takes are ``takes/take-001.flac`` and so on."""

    def __init__(self, work: Work) -> None:
        self.work, self.engine = work, work.sounding.engine
        self.folder = work.folder / "takes"
        self.recorder: aha.Recorder | None = None
        self.source = work.settings.get("record_from", "master")
        self.line = "everything that is heard"
        self._bus: aha.Bus | None = None
        self._input = contextlib.ExitStack()

    def choose(self, source: str) -> None:
        """Selects the source; opens the microphone, so that its level shows before recording."""
        if self.recorder is not None:
            raise aha.StateError("a take is in progress: stop it first")
        self._input.close()
        self._bus = None
        self.source, self.line = source, "everything that is heard"
        self.work.settings.set(record_from=source)
        if source == "microphone":
            wanted = self.work.settings.get("input", "")
            device, self.line = self.work.sounding.opened(wanted, "input")
            self._input.enter_context(device)
            self._bus = self._input.enter_context(self.engine.bus())
            live = self._input.enter_context(aha.Input(self.engine, self._bus, device))
            live.monitored = False

    def choose_next(self) -> None:
        self.choose(SOURCES[(SOURCES.index(self.source) + 1) % len(SOURCES)])

    def level_db(self) -> float | None:
        """The peak since the last reading, also before recording; None for the master, whose level
        the status line reads."""
        if self.recorder is not None:
            meter = self.recorder.read_meter()
            return max(meter.peak_left_db, meter.peak_right_db)
        return peak_db(self._bus) if self._bus is not None else None

    def remaining_seconds(self) -> float:
        """How long the disk has room, at 24 bits without compression."""
        known = self.recorder.status.remaining_seconds if self.recorder is not None else None
        free = max(0, shutil.disk_usage(self.folder).free - KEPT_BYTES)
        return 0.9 * free / (3 * 2 * self.engine.sample_rate) if known is None else float(known)

    def play(self, item: aha.Item) -> None:
        self.work.toggle(item)

    def next_path(self) -> Path:
        return numbered(self.folder, "take")

    @property
    def is_running(self) -> bool:
        return self.recorder is not None

    @property
    def seconds(self) -> float:
        return self.recorder.status.frames / self.engine.sample_rate if self.recorder else 0.0

    def toggle(self) -> str:
        """Starts a take, or ends it. Errors: DiskFullError and other errors of files."""
        if self.recorder is not None:
            if self.recorder.status.state < RecorderState.FINISHING:
                self.recorder.stop()
            return ""
        if self.source == "microphone" and self._bus is None:
            self.choose("microphone")
        path = self.next_path()
        self.recorder = aha.Recorder(self.engine, path, self._bus, minimum_free_bytes=KEPT_BYTES)
        self.recorder.start()
        return f"recording {path.name}"

    def handle(self, event: aha.Event) -> str:
        """Reacts to an event; returns a notice for the user, or ""."""
        if event.kind in NOTICES:
            return NOTICES[event.kind].format(event.value)
        if event.kind != EventKind.RECORDER_FINISHED or self.recorder is None:
            return ""
        status, paths = self.recorder.status, self.recorder.paths
        self.recorder.close()
        self.recorder = None
        seconds = status.frames / self.engine.sample_rate
        notes = [f"{Path(paths[0]).name}: {seconds:.1f} s", str(event.error or "")]
        try:
            for path in paths if status.frames else []:
                self.work.sounds.add(path, "take", seconds / len(paths))
        except aha.Error as error:  # on a full disk; the next start adds the take
            notes.append(str(error))
        return "; ".join(filter(None, notes))

    def close(self) -> None:
        """Completes a running take."""
        if self.recorder is not None:
            self.toggle()
            try:
                self.recorder.wait(10)
            except aha.Error as error:
                self.line = str(error)
            for event in self.engine.events_now():
                self.handle(event)
        self._input.close()
