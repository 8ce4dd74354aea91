"""The sliders of one track: their values, ranges, and automation as a curve."""

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import aha
from aha import Curve, LaneMode, Point, PointCurve, Unit

#: Effects of each bent sound, with values that leave the sound unchanged.
NEUTRAL = {"pitch": {"cents": 0.0}, "filter": {"cutoff_hz": 20000.0}, "reverb": {"mix": 0.0}}
UNITS = {Unit.HERTZ: "Hz", Unit.DECIBELS: "dB", Unit.SECONDS: "s", Unit.MILLISECONDS: "ms",
         Unit.CENTS: "cents"}
Part = aha.Track | aha.ProjectEffect
#: Of a slider: the same after the track was read again.
Key = tuple[Part, str]


@dataclass(eq=False)
class Slider:
    """One parameter of a part: of an effect, or of the track itself."""

    part: Part
    #: The name of the kind of effect; "" for the track.
    kind: str
    title: str
    info: aha.ParameterInfo
    value: float
    lane: aha.Lane | None = None
    #: Stands below the slider.
    note: str = ""

    def __post_init__(self) -> None:
        self.mode = self.lane.mode if self.lane is not None else LaneMode.OFF
        self.points: Sequence[Point] = self.lane.points() if self.lane is not None else ()

    @property
    def key(self) -> Key:
        return self.part, self.info.name

    @property
    def is_stepped(self) -> bool:
        return self.info.curve == Curve.STEPPED or self.info.unit in (Unit.CHOICE, Unit.TOGGLE)

    @property
    def neutral(self) -> float:
        return NEUTRAL.get(self.kind, {}).get(self.info.name, self.info.default)

    def store(self, value: float, part: Part | None = None) -> None:
        """Sets the value in the project, by default that of the slider's own part."""
        values: dict[str, Any] = {self.info.name: value}
        (part or self.part).set(**values)

    def copy_to(self, part: Part, at_us: int) -> None:
        """Copies the value and the automation to another part, later by ``at_us``."""
        self.store(self.value, part)
        if self.lane is not None:
            part.add_lane(self.info.name, [(point.time_us + at_us, point.value, point.curve)
                                           for point in self.points])

    # Places, 0 to 1

    @property
    def low(self) -> float:
        """The left end; the lower half of a fader is inaudible, so it begins at -60 dB."""
        is_fader = self.info.name == "gain_db" and self.info.minimum == -120
        return -60.0 if is_fader else self.info.minimum

    @property
    def _is_logarithmic(self) -> bool:
        return self.info.curve == Curve.LOGARITHMIC and self.low > 0

    def share(self, value: float) -> float:
        """The place of a value on the slider."""
        low, high, value = self.low, self.info.maximum, max(self.low, value)
        if self._is_logarithmic:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def at_share(self, share: float) -> float:
        """The value at a place of the slider."""
        low, high = self.low, self.info.maximum
        if share <= 0:
            return self.info.minimum
        value = low * (high / low) ** share if self._is_logarithmic else low + (high - low) * share
        return min(high, round(value) if self.is_stepped else value)

    def stepped(self, value: float, count: float) -> float:
        """The value ``count`` steps away: a hundredth of the slider, a semitone, or a choice."""
        if self.is_stepped:
            value += math.copysign(max(1, round(abs(count))), count)
        elif self.info.unit == Unit.CENTS:
            value += 100 * count
        else:
            return self.at_share(self.share(value) + count / 100)
        return min(self.info.maximum, max(self.info.minimum, value))

    def text(self, value: float) -> str:
        if self.info.choices:
            return self.info.choices[min(len(self.info.choices) - 1, max(0, int(value)))]
        if self.info.unit == Unit.TOGGLE:
            return "on" if value >= 0.5 else "off"
        if self.info.name == "gain_db" and value <= -120:
            return "-inf dB"
        digits = 0 if abs(value) >= 100 else 1 if abs(value) >= 10 else 2
        return f"{value:.{digits}f} {UNITS.get(self.info.unit, '')}".strip()

    def value_at(self, time_us: float) -> float:
        """The value that the lane has at a time; the slider's own value without points."""
        points = self.points
        if not points or self.mode == LaneMode.OFF:
            return self.value
        index = bisect.bisect_right(points, time_us, key=lambda one: one.time_us)
        if index in (0, len(points)):
            return points[max(0, index - 1)].value
        one, other = points[index - 1], points[index]
        part = (time_us - one.time_us) / (other.time_us - one.time_us)
        if one.curve == PointCurve.STEP:
            return one.value
        if one.curve == PointCurve.SMOOTH:
            part = part * part * (3 - 2 * part)
        if one.curve == PointCurve.EXPONENTIAL and one.value * other.value > 0:
            return one.value * math.pow(other.value / one.value, part)
        return one.value + (other.value - one.value) * part

    def shares(self, begin_us: float, us: float, count: int) -> list[float]:
        """The automation from a time on, each ``us`` microseconds, as places of the slider."""
        return [self.share(self.value_at(begin_us + us * index)) for index in range(count)]


def sliders_of(track: aha.Track) -> list[Slider]:
    """The sliders of a track: the main ones first, then the others by effect."""
    rank = list(NEUTRAL)
    main: list[Slider] = []
    rest: list[Slider] = []
    for effect in track.effects:
        try:
            kind = effect.info
        except aha.Error:  # a plug-in that is not installed
            continue
        lanes, note = {lane.parameter: lane for lane in effect.lanes}, ""
        if kind.name == "convolution":
            name = Path(effect.impulse_path).name
            note = f"impulse response: {name or 'none yet'}. f selects one"
        for info in kind.parameters:
            slider = Slider(effect, kind.name, f"{kind.title} · {info.title}", info,
                            effect.get(info.name), lanes.get(info.number), note)
            (main if info.name in NEUTRAL.get(kind.name, {}) else rest).append(slider)
    main.sort(key=lambda one: rank.index(one.kind))
    row, lanes = track.get(), {lane.parameter: lane for lane in track.lanes}
    titles = {"gain_db": "Volume", "pan": "Pan", "speed": "Speed"}
    main += [Slider(track, "", titles[info.name], info, row[info.name], lanes.get(info.number))
             for info in track.info.parameters if info.name in titles]
    return main + rest
