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
    def key(self) -> tuple[int, str]:
        """The same after the track was read again."""
        return self.effect.id if self.effect else 0, self.info.name

    @property
    def is_speed(self) -> bool:
        return self.info is SPEED

    @property
    def is_stepped(self) -> bool:
        return self.info.curve == Curve.STEPPED or self.info.unit in (Unit.CHOICE, Unit.TOGGLE)

    @property
    def neutral(self) -> float:
        kind = self.effect.info.name if self.effect else ""
        return NEUTRAL.get(kind, {}).get(self.info.name, self.info.default)

    @property
    def low(self) -> float:
        """The left end; the lower half of a fader is inaudible, so it begins at -60 dB."""
        is_fader = self.info.name == "gain_db" and self.info.minimum == -120
        return -60.0 if is_fader else self.info.minimum

    def share(self, value: float) -> float:
        """The place of a value on the slider, 0 to 1."""
        low, high, value = self.low, self.info.maximum, max(self.low, value)
        if self.info.curve == Curve.LOGARITHMIC and low > 0:
            return math.log(value / low) / math.log(high / low)
        return (value - low) / (high - low)

    def at_share(self, share: float) -> float:
        """The value at a place of the slider."""
        low, high, share = self.low, self.info.maximum, min(1.0, max(0.0, share))
        if share == 0:
            return self.info.minimum
        if self.info.curve == Curve.LOGARITHMIC and low > 0:
            return min(high, low * (high / low) ** share)
        value = low + (high - low) * share
        return float(round(value)) if self.is_stepped else value

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

    def shares(self, begin_us: float, us: float, count: int) -> list[float]:
        """The automation from a time on, each ``us`` microseconds, as places of the slider."""
        return [self.share(self.value_at(begin_us + us * index)) for index in range(count)]


def sliders_of(track: aha.Track, speed: float) -> list[Slider]:
    """The sliders of a track: the main ones first, then the others by effect."""
    row, rank = track.get(), list(NEUTRAL)
    main: list[Slider] = []
    rest: list[Slider] = []
    for effect in track.effects:
        try:
            info, lanes = effect.info, lanes_of(effect)
        except aha.Error:  # a plug-in that is not installed
            continue
        for parameter in info.parameters:
            slider = _slider(f"{info.title} · {parameter.title}", parameter, effect,
                             effect.get(parameter.name), lanes)
            (main if parameter.name in NEUTRAL.get(info.name, {}) else rest).append(slider)
    main.sort(key=lambda one: rank.index(one.effect.info.name))
    lanes = lanes_of(track)
    for parameter, title in zip(track.info.parameters, ("Volume", "Pan")):
        main.append(_slider(title, parameter, None, row[parameter.name], lanes))
    return [*main, Slider("Speed", SPEED, None, speed), *rest]


def lv2_uri_of(effect: aha.ProjectEffect) -> str:
    """The URI of a plug-in; "" for an effect of the registry."""
    try:
        return effect.lv2_uri
    except aha.UnsupportedError:
        return ""


def lanes_of(part: aha.Track | aha.ProjectEffect) -> dict[int, aha.Lane]:
    """The lanes of a part by the number of their parameter."""
    return {lane.parameter: lane for lane in part.lanes}


def _slider(title: str, info: aha.ParameterInfo, effect: aha.ProjectEffect | None, value: float,
            lanes: dict[int, aha.Lane]) -> Slider:
    lane = lanes.get(info.number)
    return (Slider(title, info, effect, value) if lane is None else
            Slider(title, info, effect, value, lane, lane.mode, lane.points()))
