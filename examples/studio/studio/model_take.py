"""Recording: a microphone or the master, into a file that survives a kill."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import TYPE_CHECKING

import aha
from aha import EventKind, RecorderState

from .model_sound import peak_db

if TYPE_CHECKING:
    from .model_work import Work

SOURCES = ("microphone", "master")
#: The disk guard ends a take with this much space left.
KEPT_BYTES = 50_000_000


class Taking:
    """The recorder of a work folder. Takes are FLAC files, ``takes/take-001.flac`` and so on."""

    def __init__(self, work: Work) -> None:
        self.work = work
        self.folder = work.folder / "takes"
        self.recorder: aha.Recorder | None = None
        self.source = work.settings.get("record_from", "master")
        #: Count of takes that this run has finished.
        self.finished = 0
        self.line = "everything that is heard"
        self._input: aha.Input | None = None
        self._bus: aha.Bus | None = None

    @property
    def engine(self) -> aha.Engine:
        return self.work.sounding.engine

    def choose(self, source: str) -> None:
        """Selects the source; opens the microphone, so that its level shows before recording."""
        if self.recorder is not None:
            raise aha.StateError("a take is in progress: stop it first")
        self.close_input()
        self.source = source
        self.work.settings.set(record_from=source)
        if source != "microphone":
            self.line = "everything that is heard"
            return
        self._bus = self.engine.bus()
        faults = []
        for id in dict.fromkeys((self.work.settings.get("input", ""), "", "null")):
            try:
                device = aha.Device(self.engine, id, direction="input")
                device.start()
            except aha.Error as error:
                faults.append(str(error))
                continue
            self._input = aha.Input(self.engine, self._bus, device)
            self._input.monitored = False
            self.line = f"{device.id}: {faults[0]}" if faults else device.id
            return
        raise aha.DeviceError(faults[-1])

    def close_input(self) -> None:
        if self._input is not None:
            device = self._input.device
            self._input.close()
            if device is not None:
                device.close()
        if self._bus is not None:
            self._bus.close()
        self._input = self._bus = None

    # Levels and room

    def level_db(self) -> float:
        """The peak since the last reading, also before recording."""
        if self.recorder is not None:
            meter = self.recorder.meter()
            return max(meter.peak_left_db, meter.peak_right_db)
        return peak_db(self._bus or self.engine.master)

    def remaining_seconds(self) -> float:
        """How long the disk has room, at 24 bits without compression."""
        if self.recorder is not None:
            known = self.recorder.status.remaining_seconds
            if known is not None:
                return float(known)
        free = max(0, shutil.disk_usage(self.folder).free - KEPT_BYTES)
        return 0.9 * free / (3 * 2 * self.engine.sample_rate)

    # The take

    def next_path(self) -> Path:
        numbers = [int(one.stem[5:]) for one in self.folder.glob("take-*.flac")
                   if one.stem[5:].isdigit()]
        return self.folder / f"take-{max(numbers, default=0) + 1:03}.flac"

    def start(self) -> Path:
        """Starts a take. Errors: DiskFullError and other errors of files."""
        if self.source == "microphone" and self._input is None:
            self.choose("microphone")
        path = self.next_path()
        self.recorder = aha.Recorder(self.engine, path, self._bus,
                                     minimum_free_bytes=KEPT_BYTES, warn_seconds=300)
        self.recorder.start()
        return path

    @property
    def seconds(self) -> float:
        return 0.0 if self.recorder is None else (
            self.recorder.status.frames / self.engine.sample_rate)

    @property
    def is_running(self) -> bool:
        return self.recorder is not None

    def stop(self) -> None:
        """Ends the take; :meth:`handle` receives the finished one."""
        if self.recorder is not None and self.recorder.status.state < RecorderState.FINISHING:
            self.recorder.stop()

    def handle(self, event: aha.Event) -> str:
        """Reacts to an event; returns a notice for the user, or ""."""
        if event.kind == EventKind.RECORDER_DISK_LOW:
            return f"the disk has room for {event.value} s of recording"
        if event.kind == EventKind.RECORDER_OVERRUN:
            return f"the disk is too slow: {event.value} frames are silence"
        if event.kind == EventKind.RECORDER_DISK_FULL:
            return f"the disk is full: {event.value} frames are lost"
        if event.kind != EventKind.RECORDER_FINISHED or self.recorder is None:
            return ""
        status, paths = self.recorder.status, self.recorder.paths
        self.recorder.close()
        self.recorder = None
        self.finished += 1
        notes = [] if event.error is None else [str(event.error)]
        seconds = status.frames / self.engine.sample_rate
        for path in paths if status.frames else []:
            self.work.sounds.add(path, "take", seconds / len(paths))
        notes.append(f"{Path(paths[0]).name}: {seconds:.1f} s")
        return "; ".join(notes)

    def close(self) -> None:
        """Completes a running take."""
        if self.recorder is not None:
            self.stop()
            try:
                self.recorder.wait(10)
            except aha.Error as error:
                self.line = str(error)
            for event in iter(self.engine.events_now()):
                self.handle(event)
        self.close_input()
