"""The sliders of one track: their values, ranges, and automation as a curve."""

from __future__ import annotations

import bisect
import math
from collections.abc import Sequence
from dataclasses import dataclass

import aha
from aha import Curve, LaneMode, Point, PointCurve, Unit

#: Effects of each bent sound, with values that leave the sound unchanged.
NEUTRAL = {"pitch": {"cents": 0.0}, "filter": {"cutoff_hz": 20000.0}, "reverb": {"mix": 0.0}}
UNITS = {Unit.HERTZ: "Hz", Unit.DECIBELS: "dB", Unit.SECONDS: "s", Unit.MILLISECONDS: "ms",
         Unit.CENTS: "cents"}
SPEED = aha.ParameterInfo("speed", "Speed", (), 0.25, 4.0, 1.0, 0.0, Unit.NONE,
                          Curve.LOGARITHMIC, 0)


@dataclass(eq=False)
class Slider:
    """One parameter of a track: of an effect, of the fader (``effect`` is None), or its speed."""

    title: str
    info: aha.ParameterInfo
    effect: aha.ProjectEffect | None
    value: float
    lane: aha.Lane | None = None
    mode: LaneMode = LaneMode.OFF
    points: Sequence[Point] = ()

    @property
    def is_speed(self) -> bool:
        return self.info is SPEED

    @property
    def can_move_alone(self) -> bool:
        """Whether a lane can automate it."""
        return not self.is_speed

    @property
    def neutral(self) -> float:
        kind = self.effect.kind if self.effect else ""
        return NEUTRAL.get(kind, {}).get(self.info.name, self.info.default)

    def share(self, value: float) -> float:
        """The place of a value on the slider, 0 to 1."""
        low, high = self.info.minimum, self.info.maximum
        if self.info.name == "gain_db" and low == -120:
            low = -60.0  # the lower half of a fader is inaudible
        if self.info.curve == Curve.LOGARITHMIC and low > 0:
            return math.log(max(low, value) / low) / math.log(high / low)
        return (max(low, value) - low) / (high - low)

    def at_share(self, share: float) -> float:
        """The value at a place of the slider."""
        low, high = self.info.minimum, self.info.maximum
        share = min(1.0, max(0.0, share))
        if self.info.name == "gain_db" and low == -120:
            if share == 0:
                return low
            low = -60.0
        if self.info.curve == Curve.LOGARITHMIC and low > 0:
            value = low * (high / low) ** share
        else:
            value = low + (high - low) * share
        return float(round(value)) if self.is_stepped else min(high, max(low, value))

    @property
    def is_stepped(self) -> bool:
        return self.info.curve == Curve.STEPPED or self.info.unit in (Unit.CHOICE, Unit.TOGGLE)

    def stepped(self, count: float) -> float:
        """The value ``count`` steps away: a hundredth of the slider, a semitone, or a choice."""
        if self.is_stepped:
            step = self.value + math.copysign(max(1, round(abs(count))), count)
            return min(self.info.maximum, max(self.info.minimum, step))
        if self.info.unit == Unit.CENTS:
            return min(self.info.maximum, max(self.info.minimum, self.value + 100 * count))
        return self.at_share(self.share(self.value) + count / 100)

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
        """The value that the lane has at a time; its own value without points."""
        points = self.points
        if not points or self.mode == LaneMode.OFF:
            return self.value
        index = bisect.bisect_right(points, time_us, key=lambda one: one.time_us)
        if index in (0, len(points)):
            return points[min(index, len(points) - 1)].value
        one, other = points[index - 1], points[index]
        part = (time_us - one.time_us) / (other.time_us - one.time_us)
        if one.curve == PointCurve.STEP:
            return one.value
        if one.curve == PointCurve.SMOOTH:
            part = part * part * (3 - 2 * part)
        if one.curve == PointCurve.EXPONENTIAL and one.value * other.value > 0:
            return one.value * (other.value / one.value) ** part
        return one.value + (other.value - one.value) * part

    def shares(self, begin_us: float, end_us: float, width: int) -> list[float]:
        """The automation over a span of time, as places of the slider."""
        return [self.share(self.value_at(begin_us + (end_us - begin_us) * column / width))
                for column in range(width)]


def sliders_of(track: aha.Track, speed: float) -> list[Slider]:
    """The sliders of a track: the main ones first, then the others by effect."""
    row = track.get()
    lanes = lanes_of(track)
    main, rest = [], []
    for effect in track.effects:
        info = effect.info
        owned = lanes_of(effect)
        for parameter in info.parameters:
            title = f"{info.title} · {parameter.title}"
            slider = Slider(title, parameter, effect, effect.get(parameter.name))
            _automate(slider, owned)
            is_main = parameter.name in NEUTRAL.get(info.name, {})
            (main if is_main else rest).append(slider)
    names = list(NEUTRAL)
    main.sort(key=lambda one: names.index(one.effect.kind) if one.effect else 0)
    for parameter in track.info.parameters:
        title = "Volume" if parameter.name == "gain_db" else "Pan"
        slider = Slider(title, parameter, None, row[parameter.name])
        _automate(slider, lanes)
        main.append(slider)
    return [*main, Slider("Speed", SPEED, None, speed), *rest]


def lanes_of(part: aha.Track | aha.ProjectEffect) -> dict[int, aha.Lane]:
    """The lanes of a part by the number of their parameter."""
    return {lane.parameter: lane for lane in part.lanes}


def _automate(slider: Slider, lanes: dict[int, aha.Lane]) -> None:
    slider.lane = lanes.get(slider.info.number)
    if slider.lane is not None:
        slider.mode, slider.points = slider.lane.mode, slider.lane.points()
