"""The history along two axes: through time, and between day, week and month."""

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
        places = [(self.cursor.place_in(scale), now.place_in(scale)) for scale in TimeScale]
        # A position at the present stays there tomorrow.
        self.work.settings.set(history=[*(-1 if place == present else place
                                          for place, present in places), int(self.cursor.scale)])

    def drawn(self, count: int, height: int, wide: int) -> list[str]:
        """The positions; the periods up to and around the cursor, which is in the last third: bars
        of minutes, a line of counts, a line that marks the cursor; the selected period in words."""
        scale, place = self.cursor.scale, self.cursor.place
        first = max(0, place - count * 2 // 3)
        found = self.work.sounds.library.history(scale, first, first + count - 1)
        labels = (f"{'▸' if one == scale else ' '} {one.name.lower()}"
                  f" {one.label(self.cursor.place_in(one))}" for one in TimeScale)
        minutes = [sum(getattr(one, f"{kind}_ms") for kind in KINDS) / 60_000 for one in found]
        counts = (sum(getattr(one, f"{kind}s") for kind in KINDS) for one in found)
        facts = (f"{kind + 's':<8} {getattr(one, kind + 's'):>5}"
                 f" {getattr(one, kind + '_ms') / 60_000:>8.1f} min"
                 for one in found if one.number == place for kind in KINDS)
        return ["   ".join(labels), "", *bars(minutes, height, wide),
                "".join(str(one or "·").ljust(wide) for one in counts),
                "".join(("▲" if one.number == place else " ").ljust(wide) for one in found),
                "", *facts]
