"""A class for each effect kind. Made by scripts/effects from
the registry in Sources/Sound/AhaDSP/Effects/EffectRegistry.swift; do not edit."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._abi import lib
from ._names import Named
from .effect import Effect, Parameter

if TYPE_CHECKING:
    from .engine import Engine

__all__ = [
    "Chorus", "ChorusMode", "Compressor", "Convolution", "Crusher", "Deesser", "Delay", "Equalizer",
    "Fader", "Filter", "FilterSlope", "FilterType", "Gate", "Ladder", "LadderMode", "Limiter",
    "Phaser", "PhaserStages", "Pitch", "Reverb", "Saturation", "SaturationCurve", "Tremolo",
    "TremoloMode", "TremoloShape", "Tuner", "TunerRoot", "Width",
]


class FilterType(Named):
    """Choices of :attr:`Filter.type`."""

    LOW_PASS = 0
    HIGH_PASS = 1
    BAND_PASS = 2
    NOTCH = 3


class FilterSlope(Named):
    """Choices of :attr:`Filter.slope`."""

    SLOPE_12_DB = 0
    SLOPE_24_DB = 1


class TunerRoot(Named):
    """Choices of :attr:`Tuner.root`."""

    C = 0
    C_SHARP = 1
    D = 2
    D_SHARP = 3
    E = 4
    F = 5
    F_SHARP = 6
    G = 7
    G_SHARP = 8
    A = 9
    A_SHARP = 10
    B = 11


class ChorusMode(Named):
    """Choices of :attr:`Chorus.mode`."""

    CHORUS = 0
    FLANGER = 1
    ENSEMBLE = 2


class PhaserStages(Named):
    """Choices of :attr:`Phaser.stages`."""

    TWO = 0
    FOUR = 1
    SIX = 2
    EIGHT = 3
    TEN = 4
    TWELVE = 5


class TremoloMode(Named):
    """Choices of :attr:`Tremolo.mode`."""

    TREMOLO = 0
    PAN = 1


class TremoloShape(Named):
    """Choices of :attr:`Tremolo.shape`."""

    SINE = 0
    TRIANGLE = 1
    SQUARE = 2


class SaturationCurve(Named):
    """Choices of :attr:`Saturation.curve`."""

    TANH = 0
    SOFT = 1
    TUBE = 2
    HARD = 3


class LadderMode(Named):
    """Choices of :attr:`Ladder.mode`."""

    LOW_PASS = 0
    BAND_PASS = 1
    HIGH_PASS = 2


class Filter(Effect):
    """State-variable filter that stays clean while it is swept."""

    _kind = "filter"
    type = Parameter(FilterType, "Type: one of its choices, default low_pass.")
    slope = Parameter(FilterSlope, "Slope: one of its choices, default 12_db.")
    cutoff_hz = Parameter(float, "Cutoff: 20 to 20000 Hz, default 1000.")
    resonance = Parameter(float, "Resonance: 0.5 to 20, default 0.7071.")

    def __init__(self, engine: Engine, *, type: FilterType | str = FilterType.LOW_PASS,
                 slope: FilterSlope | str = FilterSlope.SLOPE_12_DB, cutoff_hz: float = 1000.0,
                 resonance: float = 0.70710677) -> None:
        super().__init__(engine, "filter", type=type, slope=slope, cutoff_hz=cutoff_hz,
                         resonance=resonance)

    def spacewave(self) -> None:
        """For 3 seconds the cutoff jumps to a random place 5 times a second, then goes back.

        The C function is aha_effect_start_spacewave.
        """
        lib.aha_effect_start_spacewave(self._handle)


class Reverb(Effect):
    """Modulated feedback delay network with diffusion and early reflections."""

    _kind = "reverb"
    size = Parameter(float, "Size: 0 to 1, default 0.5.")
    decay_s = Parameter(float, "Decay: 0.1 to 20 s, default 2.")
    damping = Parameter(float, "Damping: 0 to 1, default 0.5.")
    predelay_ms = Parameter(float, "Pre-delay: 0 to 250 ms, default 10.")
    width = Parameter(float, "Width: 0 to 1, default 1.")
    mix = Parameter(float, "Mix: 0 to 1, default 0.3.")

    def __init__(self, engine: Engine, *, size: float = 0.5, decay_s: float = 2.0,
                 damping: float = 0.5, predelay_ms: float = 10.0, width: float = 1.0,
                 mix: float = 0.3) -> None:
        super().__init__(engine, "reverb", size=size, decay_s=decay_s, damping=damping,
                         predelay_ms=predelay_ms, width=width, mix=mix)


class Pitch(Effect):
    """Shifts the pitch and keeps duration, transients and stereo image."""

    _kind = "pitch"
    cents = Parameter(float, "Shift: -3600 to 3600 cents, default 0.")
    formant = Parameter(bool, "Keep formants: on or off, default off.")

    def __init__(self, engine: Engine, *, cents: float = 0.0, formant: bool = False) -> None:
        super().__init__(engine, "pitch", cents=cents, formant=formant)


class Compressor(Effect):
    """Feed-forward compressor with a soft knee, linked in stereo."""

    _kind = "compressor"
    threshold_db = Parameter(float, "Threshold: -60 to 0 dB, default -18.")
    ratio = Parameter(float, "Ratio: 1 to 20, default 3.")
    attack_ms = Parameter(float, "Attack: 0.1 to 200 ms, default 10.")
    release_ms = Parameter(float, "Release: 5 to 2000 ms, default 120.")
    knee_db = Parameter(float, "Knee: 0 to 24 dB, default 6.")
    gain_db = Parameter(float, "Make-up gain: -24 to 24 dB, default 0.")
    mix = Parameter(float, "Mix: 0 to 1, default 1.")

    def __init__(self, engine: Engine, *, threshold_db: float = -18.0, ratio: float = 3.0,
                 attack_ms: float = 10.0, release_ms: float = 120.0, knee_db: float = 6.0,
                 gain_db: float = 0.0, mix: float = 1.0) -> None:
        super().__init__(engine, "compressor", threshold_db=threshold_db, ratio=ratio,
                         attack_ms=attack_ms, release_ms=release_ms, knee_db=knee_db,
                         gain_db=gain_db, mix=mix)


class Limiter(Effect):
    """Look-ahead true-peak limiter; untouched below its ceiling."""

    _kind = "limiter"
    ceiling_db = Parameter(float, "Ceiling: -24 to 0 dB, default -1.")
    release_ms = Parameter(float, "Release: 1 to 1000 ms, default 80.")
    gain_db = Parameter(float, "Input gain: -24 to 24 dB, default 0.")

    def __init__(self, engine: Engine, *, ceiling_db: float = -1.0, release_ms: float = 80.0,
                 gain_db: float = 0.0) -> None:
        super().__init__(engine, "limiter", ceiling_db=ceiling_db, release_ms=release_ms,
                         gain_db=gain_db)


class Equalizer(Effect):
    """Low shelf, two bells, high shelf."""

    _kind = "equalizer"
    low_hz = Parameter(float, "Low frequency: 20 to 1000 Hz, default 100.")
    low_db = Parameter(float, "Low gain: -24 to 24 dB, default 0.")
    mid1_hz = Parameter(float, "Lower mid frequency: 20 to 20000 Hz, default 400.")
    mid1_db = Parameter(float, "Lower mid gain: -24 to 24 dB, default 0.")
    mid1_q = Parameter(float, "Lower mid Q: 0.1 to 10, default 1.")
    mid2_hz = Parameter(float, "Upper mid frequency: 20 to 20000 Hz, default 3000.")
    mid2_db = Parameter(float, "Upper mid gain: -24 to 24 dB, default 0.")
    mid2_q = Parameter(float, "Upper mid Q: 0.1 to 10, default 1.")
    high_hz = Parameter(float, "High frequency: 1000 to 20000 Hz, default 8000.")
    high_db = Parameter(float, "High gain: -24 to 24 dB, default 0.")

    def __init__(self, engine: Engine, *, low_hz: float = 100.0, low_db: float = 0.0,
                 mid1_hz: float = 400.0, mid1_db: float = 0.0, mid1_q: float = 1.0,
                 mid2_hz: float = 3000.0, mid2_db: float = 0.0, mid2_q: float = 1.0,
                 high_hz: float = 8000.0, high_db: float = 0.0) -> None:
        super().__init__(engine, "equalizer", low_hz=low_hz, low_db=low_db, mid1_hz=mid1_hz,
                         mid1_db=mid1_db, mid1_q=mid1_q, mid2_hz=mid2_hz, mid2_db=mid2_db,
                         mid2_q=mid2_q, high_hz=high_hz, high_db=high_db)


class Delay(Effect):
    """Stereo delay with damped feedback, straight or crossing sides."""

    _kind = "delay"
    left_ms = Parameter(float, "Left time: 1 to 2000 ms, default 375.")
    right_ms = Parameter(float, "Right time: 1 to 2000 ms, default 500.")
    feedback = Parameter(float, "Feedback: 0 to 0.95, default 0.35.")
    cross = Parameter(float, "Cross-feed: 0 to 1, default 0.")
    tone_hz = Parameter(float, "Tone: 200 to 20000 Hz, default 6000.")
    mix = Parameter(float, "Mix: 0 to 1, default 0.35.")

    def __init__(self, engine: Engine, *, left_ms: float = 375.0, right_ms: float = 500.0,
                 feedback: float = 0.35, cross: float = 0.0, tone_hz: float = 6000.0,
                 mix: float = 0.35) -> None:
        super().__init__(engine, "delay", left_ms=left_ms, right_ms=right_ms, feedback=feedback,
                         cross=cross, tone_hz=tone_hz, mix=mix)


class Tuner(Effect):
    """Pulls a single voice toward the notes of a scale."""

    _kind = "tuner"
    scale = Parameter(int, "Scale: flags, 1 to 4095, default 4095.")
    root = Parameter(TunerRoot, "Root: one of its choices, default c.")
    speed_ms = Parameter(float, "Speed: 0 to 500 ms, default 50.")
    amount = Parameter(float, "Amount: 0 to 1, default 1.")
    reference_hz = Parameter(float, "Reference: 400 to 480 Hz, default 440.")

    def __init__(self, engine: Engine, *, scale: int = 4095, root: TunerRoot | str = TunerRoot.C,
                 speed_ms: float = 50.0, amount: float = 1.0, reference_hz: float = 440.0) -> None:
        super().__init__(engine, "tuner", scale=scale, root=root, speed_ms=speed_ms, amount=amount,
                         reference_hz=reference_hz)


class Fader(Effect):
    """Gain and balance at a place in a chain; -120 dB is silence."""

    _kind = "fader"
    gain_db = Parameter(float, "Gain: -120 to 24 dB, default 0.")
    pan = Parameter(float, "Pan: -1 to 1, default 0.")

    def __init__(self, engine: Engine, *, gain_db: float = 0.0, pan: float = 0.0) -> None:
        super().__init__(engine, "fader", gain_db=gain_db, pan=pan)


class Chorus(Effect):
    """Chorus, flanger and ensemble: delays that move."""

    _kind = "chorus"
    mode = Parameter(ChorusMode, "Mode: one of its choices, default chorus.")
    rate_hz = Parameter(float, "Rate: 0.01 to 20 Hz, default 0.8.")
    depth_ms = Parameter(float, "Depth: 0 to 10 ms, default 2.")
    delay_ms = Parameter(float, "Delay: 0.5 to 40 ms, default 8.")
    feedback = Parameter(float, "Feedback: -0.95 to 0.95, default 0.")
    mix = Parameter(float, "Mix: 0 to 1, default 0.5.")

    def __init__(self, engine: Engine, *, mode: ChorusMode | str = ChorusMode.CHORUS,
                 rate_hz: float = 0.8, depth_ms: float = 2.0, delay_ms: float = 8.0,
                 feedback: float = 0.0, mix: float = 0.5) -> None:
        super().__init__(engine, "chorus", mode=mode, rate_hz=rate_hz, depth_ms=depth_ms,
                         delay_ms=delay_ms, feedback=feedback, mix=mix)


class Phaser(Effect):
    """Sweeps the notches of a chain of all-pass filters."""

    _kind = "phaser"
    rate_hz = Parameter(float, "Rate: 0.01 to 20 Hz, default 0.5.")
    depth = Parameter(float, "Depth: 0 to 1, default 0.5.")
    center_hz = Parameter(float, "Center: 50 to 8000 Hz, default 800.")
    stages = Parameter(PhaserStages, "Stages: one of its choices, default six.")
    feedback = Parameter(float, "Feedback: -0.95 to 0.95, default 0.3.")
    spread = Parameter(float, "Stereo spread: 0 to 1, default 0.5.")
    mix = Parameter(float, "Mix: 0 to 1, default 0.5.")

    def __init__(self, engine: Engine, *, rate_hz: float = 0.5, depth: float = 0.5,
                 center_hz: float = 800.0, stages: PhaserStages | str = PhaserStages.SIX,
                 feedback: float = 0.3, spread: float = 0.5, mix: float = 0.5) -> None:
        super().__init__(engine, "phaser", rate_hz=rate_hz, depth=depth, center_hz=center_hz,
                         stages=stages, feedback=feedback, spread=spread, mix=mix)


class Tremolo(Effect):
    """Moves the gain, or the position between left and right (auto-pan)."""

    _kind = "tremolo"
    mode = Parameter(TremoloMode, "Mode: one of its choices, default tremolo.")
    rate_hz = Parameter(float, "Rate: 0.01 to 20 Hz, default 6.")
    depth = Parameter(float, "Depth: 0 to 1, default 0.5.")
    shape = Parameter(TremoloShape, "Shape: one of its choices, default sine.")

    def __init__(self, engine: Engine, *, mode: TremoloMode | str = TremoloMode.TREMOLO,
                 rate_hz: float = 6.0, depth: float = 0.5,
                 shape: TremoloShape | str = TremoloShape.SINE) -> None:
        super().__init__(engine, "tremolo", mode=mode, rate_hz=rate_hz, depth=depth, shape=shape)


class Saturation(Effect):
    """Drives the signal into a curve, oversampled eight times against aliasing."""

    _kind = "saturation"
    curve = Parameter(SaturationCurve, "Curve: one of its choices, default tanh.")
    drive_db = Parameter(float, "Drive: 0 to 24 dB, default 6.")
    gain_db = Parameter(float, "Output gain: -24 to 24 dB, default 0.")
    mix = Parameter(float, "Mix: 0 to 1, default 1.")

    def __init__(self, engine: Engine, *, curve: SaturationCurve | str = SaturationCurve.TANH,
                 drive_db: float = 6.0, gain_db: float = 0.0, mix: float = 1.0) -> None:
        super().__init__(engine, "saturation", curve=curve, drive_db=drive_db, gain_db=gain_db,
                         mix=mix)


class Crusher(Effect):
    """Lowers the resolution and the sample rate."""

    _kind = "crusher"
    bits = Parameter(float, "Bits: 1 to 24, default 8.")
    rate_hz = Parameter(float, "Sample rate: 250 to 48000 Hz, default 12000.")
    mix = Parameter(float, "Mix: 0 to 1, default 1.")

    def __init__(self, engine: Engine, *, bits: float = 8.0, rate_hz: float = 12000.0,
                 mix: float = 1.0) -> None:
        super().__init__(engine, "crusher", bits=bits, rate_hz=rate_hz, mix=mix)


class Gate(Effect):
    """Gate and downward expander with hysteresis and hold, linked in stereo."""

    _kind = "gate"
    threshold_db = Parameter(float, "Threshold: -80 to 0 dB, default -40.")
    ratio = Parameter(float, "Ratio: 1 to 100, default 10.")
    range_db = Parameter(float, "Range: -120 to 0 dB, default -80.")
    hysteresis_db = Parameter(float, "Hysteresis: 0 to 24 dB, default 4.")
    attack_ms = Parameter(float, "Attack: 0.1 to 200 ms, default 1.")
    hold_ms = Parameter(float, "Hold: 0 to 2000 ms, default 50.")
    release_ms = Parameter(float, "Release: 1 to 4000 ms, default 100.")

    def __init__(self, engine: Engine, *, threshold_db: float = -40.0, ratio: float = 10.0,
                 range_db: float = -80.0, hysteresis_db: float = 4.0, attack_ms: float = 1.0,
                 hold_ms: float = 50.0, release_ms: float = 100.0) -> None:
        super().__init__(engine, "gate", threshold_db=threshold_db, ratio=ratio, range_db=range_db,
                         hysteresis_db=hysteresis_db, attack_ms=attack_ms, hold_ms=hold_ms,
                         release_ms=release_ms)


class Deesser(Effect):
    """Reduces the high frequencies while they are loud."""

    _kind = "deesser"
    frequency_hz = Parameter(float, "Split: 1000 to 16000 Hz, default 5000.")
    threshold_db = Parameter(float, "Threshold: -60 to 0 dB, default -30.")
    ratio = Parameter(float, "Ratio: 1 to 20, default 4.")
    range_db = Parameter(float, "Max reduction: 0 to 24 dB, default 12.")
    attack_ms = Parameter(float, "Attack: 0.1 to 50 ms, default 1.")
    release_ms = Parameter(float, "Release: 5 to 500 ms, default 60.")

    def __init__(self, engine: Engine, *, frequency_hz: float = 5000.0, threshold_db: float = -30.0,
                 ratio: float = 4.0, range_db: float = 12.0, attack_ms: float = 1.0,
                 release_ms: float = 60.0) -> None:
        super().__init__(engine, "deesser", frequency_hz=frequency_hz, threshold_db=threshold_db,
                         ratio=ratio, range_db=range_db, attack_ms=attack_ms, release_ms=release_ms)


class Width(Effect):
    """Stereo width, gains of mid and side, and mono bass."""

    _kind = "width"
    width = Parameter(float, "Width: 0 to 2, default 1.")
    mid_db = Parameter(float, "Mid gain: -24 to 24 dB, default 0.")
    side_db = Parameter(float, "Side gain: -24 to 24 dB, default 0.")
    mono_below_hz = Parameter(float, "Mono below: 20 to 1000 Hz, default 20.")

    def __init__(self, engine: Engine, *, width: float = 1.0, mid_db: float = 0.0,
                 side_db: float = 0.0, mono_below_hz: float = 20.0) -> None:
        super().__init__(engine, "width", width=width, mid_db=mid_db, side_db=side_db,
                         mono_below_hz=mono_below_hz)


class Ladder(Effect):
    """Transistor-ladder filter with drive, 24 dB per octave."""

    _kind = "ladder"
    mode = Parameter(LadderMode, "Mode: one of its choices, default low_pass.")
    cutoff_hz = Parameter(float, "Cutoff: 20 to 20000 Hz, default 1000.")
    resonance = Parameter(float, "Resonance: 0 to 1, default 0.3.")
    drive_db = Parameter(float, "Drive: 0 to 24 dB, default 0.")

    def __init__(self, engine: Engine, *, mode: LadderMode | str = LadderMode.LOW_PASS,
                 cutoff_hz: float = 1000.0, resonance: float = 0.3, drive_db: float = 0.0) -> None:
        super().__init__(engine, "ladder", mode=mode, cutoff_hz=cutoff_hz, resonance=resonance,
                         drive_db=drive_db)


class Convolution(Effect):
    """Convolves with an impulse response, such as a room or a cabinet, without latency."""

    _kind = "convolution"
    mix = Parameter(float, "Mix: 0 to 1, default 0.3.")
    gain_db = Parameter(float, "Wet gain: -24 to 24 dB, default 0.")

    def __init__(self, engine: Engine, *, mix: float = 0.3, gain_db: float = 0.0) -> None:
        super().__init__(engine, "convolution", mix=mix, gain_db=gain_db)
