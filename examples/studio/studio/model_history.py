"""The history along two axes: through time, and between day, week and month."""

from __future__ import annotations

import aha
from aha import TimeScale

from .drawing import bars
from .model_work import Work

KINDS = ("play", "take", "bounce", "drop")


class Looking:
    """A cursor whose three positions are independent, and are kept in the settings."""

    def __init__(self, work: Work) -> None:
        self.work = work
        day, week, month, scale = (work.settings.get("history", []) + [-1] * 4)[:4]
        self.cursor = aha.HistoryCursor(TimeScale(max(0, scale)), day=day, week=week, month=month)

    def move(self, count: int) -> str:
        moved = self.cursor.move(count)
        self._keep()
        return "" if moved else "this is the present" if count > 0 else "this is the beginning"

    def zoom(self, count: int) -> None:
        """Longer periods; negative: shorter ones."""
        self.cursor.zoom(count)
        self._keep()

    def _keep(self) -> None:
        now = aha.HistoryCursor()
        places = [self.cursor.place_in(scale) for scale in TimeScale]
        # A position at the present stays there tomorrow.
        self.work.settings.set(history=[
            *(-1 if place == now.place_in(scale) else place
              for scale, place in zip(TimeScale, places)), int(self.cursor.scale)])

    @property
    def places(self) -> list[tuple[str, str, bool]]:
        """Each scale with the label of its position, and whether it is the current scale."""
        return [(scale.name.lower(), scale.label(self.cursor.place_in(scale)),
                 scale == self.cursor.scale) for scale in TimeScale]

    def buckets(self, count: int) -> list[aha.Bucket]:
        """The periods up to and around the cursor, the selected one in the last third."""
        place = self.cursor.place
        first = max(0, place - count * 2 // 3)
        return self.work.sounds.library.history(self.cursor.scale, first, first + count - 1)

    def drawn(self, buckets: list[aha.Bucket], height: int, wide: int) -> list[str]:
        """Bars of minutes, a line of counts, a line that marks the cursor."""
        minutes = [minutes_of(one) for one in buckets]
        lines = bars(minutes, height, wide, max(1.0, *minutes) if minutes else 1.0)
        counts = "".join(str(count_of(one) or "·").ljust(wide) for one in buckets)
        mark = "".join(("▲" if one.number == self.cursor.place else " ").ljust(wide)
                       for one in buckets)
        return [*lines, counts, mark]

    def facts(self) -> list[str]:
        """The selected period in words."""
        found = self.work.sounds.library.history(self.cursor.scale, self.cursor.place,
                                                 self.cursor.place)
        if not found:
            return []
        one = found[0]
        return [f"{kind + 's':<8} {getattr(one, kind + 's'):>5}"
                f" {getattr(one, kind + '_ms') / 60_000:>8.1f} min" for kind in KINDS]


def minutes_of(bucket: aha.Bucket) -> float:
    return sum(getattr(bucket, kind + "_ms") for kind in KINDS) / 60_000


def count_of(bucket: aha.Bucket) -> int:
    return sum(getattr(bucket, kind + "s") for kind in KINDS)
