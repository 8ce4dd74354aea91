"""The engine, its output, and sounds that play without a project."""

import contextlib
import functools
import math
import time
from dataclasses import dataclass, field

import aha
from aha import EventKind


@dataclass
class Play:
    """One item that plays now."""

    item: aha.Item
    player: aha.Player
    bus: aha.Bus
    began: float = field(default_factory=time.time)


class Sounding:
    """An engine with an output device. Without hardware it plays on the null device, a clock, and
    ``line`` has the reason. Sounds are cached so that a key is heard within a block."""

    CACHED = 24

    def __init__(self, wanted: str = "", block_frames: int = 0) -> None:
        self.engine = aha.Engine(max_buses=512)
        self.block_frames = block_frames
        self.plays: dict[int, Play] = {}
        self.load = functools.lru_cache(self.CACHED)(self.engine.start_load)
        self.device, self.line = self.opened(wanted)

    @staticmethod
    def choices(direction: str = "output") -> list[tuple[str, str]]:
        """Ids and names of devices; the last one is the null device, which is always there."""
        found = []
        with contextlib.suppress(aha.Error):
            found = [(one.id, one.name) for one in aha.devices()
                     if getattr(one, f"max_{direction}s")]
        return [("", "default"), *found, ("null", "no hardware")]

    def opened(self, wanted: str, direction: str = "output") -> tuple[aha.Device, str]:
        """Opens and starts the wanted device, else the default one, else the null device. The text
        has its id, and the reason for a fallback."""
        faults: list[str] = []
        for id in dict.fromkeys((wanted, "", "null")):
            try:
                device = aha.Device(self.engine, id, direction=direction, block_frames=(
                    self.block_frames if direction == "output" else 0))
                device.start()
                return device, ": ".join([device.id, *faults[:1]])
            except aha.Error as error:
                faults.append(str(error))
        raise aha.DeviceError(faults[-1])

    def open(self, wanted: str) -> None:
        """Plays on another device."""
        self.device.close()
        self.device, self.line = self.opened(wanted)

    def play(self, item: aha.Item, loop: bool = False) -> None:
        """Plays an item from its beginning: out of the cache, else while it is read."""
        sound, job = self.load(item.place)
        if not job.done or job.error:
            sound = self.engine.load(item.place, streamed=True)
        bus = self.engine.bus()
        player = self.engine.play(sound, loop=loop, bus=bus)
        self.plays[item.number] = Play(item, player, bus)

    def stop_all(self) -> None:
        for play in self.plays.values():
            play.player.stop()

    def handle(self, event: aha.Event) -> list[Play]:
        """Reacts to an event of the engine, and returns the plays that ended with it."""
        if event.kind in (EventKind.DEVICE_OPENED, EventKind.DEVICE_LOST):
            self.line = event.line
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
        self.device.close()
        self.engine.close()


def peak_db(bus: aha.Bus) -> float:
    """The higher peak of a bus's sides since the last reading, in dBFS."""
    level = bus.read_meter()
    return 20 * math.log10(max(level.peak_left, level.peak_right, 1e-6))
