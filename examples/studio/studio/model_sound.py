"""The engine, its output, and sounds that play without a project."""

from __future__ import annotations

import contextlib
import time
from collections import OrderedDict
from dataclasses import dataclass, field

import aha
from aha import EventKind

from .drawing import decibels


@dataclass
class Play:
    """One item that plays now."""

    item: aha.Item
    player: aha.Player
    bus: aha.Bus
    loop: bool
    began: float = field(default_factory=time.time)


class Sounding:
    """An engine with an output device. Without hardware it plays on the null device, a clock, and
    ``line`` has the reason. Sounds are cached so that a key is heard within a block."""

    CACHED = 24

    def __init__(self, wanted: str = "", block_frames: int = 0) -> None:
        self.engine = aha.Engine(max_buses=512)
        self.block_frames = block_frames
        self.device: aha.Device | None = None
        self.plays: dict[int, Play] = {}
        self._sounds: OrderedDict[str, tuple[aha.Sound, aha.Job]] = OrderedDict()
        self._pending: list[tuple[aha.Item, bool]] = []
        self.open(wanted)

    @staticmethod
    def choices(direction: str = "output") -> list[tuple[str, str]]:
        """Ids and names of devices; the last one is the null device, which is always there."""
        found = []
        with contextlib.suppress(aha.Error):
            found = [(one.id, one.name) for one in aha.devices() if getattr(
                one, f"max_{direction}s")]
        return [("", "default"), *found, ("null", "no hardware")]

    def opened(self, wanted: str, **options: object) -> tuple[aha.Device, str]:
        """Opens and starts the wanted device, else the default one, else the null device. The text
        has its id, and the reason for a fallback."""
        faults = []
        for id in dict.fromkeys((wanted, "", "null")):
            try:
                device = aha.Device(self.engine, id, **options)
                device.start()
                return device, ": ".join([device.id, *faults[:1]])
            except aha.Error as error:
                faults.append(str(error))
        raise aha.DeviceError(faults[-1])

    def open(self, wanted: str) -> None:
        """Plays on another device."""
        if self.device is not None:
            self.device.close()
        self.device, self.line = self.opened(wanted, block_frames=self.block_frames)

    # Sounds

    def load(self, path: str) -> tuple[aha.Sound, aha.Job]:
        """A sound of the cache, which may still load, or a new one."""
        found = self._sounds.pop(path, None)
        if found is None or found[1].error:
            found = self.engine.start_load(path)
        self._sounds[path] = found
        while len(self._sounds) > self.CACHED:
            self._sounds.popitem(last=False)
        return found

    def prefetch(self, path: str) -> None:
        """Loads a sound that will probably play next. Errors are reported when it plays."""
        with contextlib.suppress(aha.Error):
            self.load(path)

    def play(self, item: aha.Item, loop: bool = False) -> None:
        """Plays an item from its beginning, as soon as it is loaded. Errors: those of files."""
        self.stop(item.number)
        sound, job = self.load(item.place)
        if not job.done:
            self._pending.append((item, loop))
            return
        job.wait()
        bus = self.engine.bus()
        player = self.engine.play(sound, loop=loop, bus=bus)
        self.plays[item.number] = Play(item, player, bus, loop)

    def play_pending(self) -> None:
        """Plays the items whose sounds are loaded by now. Errors: those of files."""
        waiting, self._pending = self._pending, []
        for item, loop in waiting:
            self.play(item, loop)

    def stop(self, number: int) -> None:
        self._pending = [one for one in self._pending if one[0].number != number]
        if number in self.plays:
            self.plays[number].player.stop()

    def stop_all(self) -> None:
        for number in [*self.plays, *(item.number for item, _ in self._pending)]:
            self.stop(number)

    def handle(self, event: aha.Event) -> list[Play]:
        """Reacts to an event of the engine, and returns the plays that ended with it."""
        if event.kind == EventKind.JOB_FINISHED:
            self.play_pending()
        if event.kind not in (EventKind.PLAYER_ENDED, EventKind.PLAYER_STOPPED):
            return []
        ended = [play for play in self.plays.values() if play.player is event.source]
        for play in ended:
            del self.plays[play.item.number]
            play.player.close()
            play.bus.close()
        return ended

    def share(self, number: int) -> float | None:
        """The position of a playing item, 0 to 1."""
        play = self.plays.get(number)
        return None if play is None else play.player.position / max(1, len(play.player.sound))

    def close(self) -> None:
        if self.device is not None:
            self.device.close()
        self.engine.close()


def peak_db(bus: aha.Bus) -> float:
    """The higher peak of a bus's sides since the last reading, in dBFS."""
    level = bus.meter()
    return decibels(max(level.peak_left, level.peak_right))
