"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.device import DeviceState


class DeviceInfo(NamedTuple):
    """One device of the list."""

    #: What aha_device_open takes: "alsa:…", "jack:…"; the same from one start to the next.
    id: str
    name: str
    #: The sound system: "alsa", "jack", "oss".
    host_api: str
    max_inputs: int
    max_outputs: int
    #: Hz.
    default_sample_rate: int
    #: True: what the id "" means for inputs, and for outputs.
    is_default_input: bool
    is_default_output: bool
    #: What the device claims for itself.
    low_latency_ms: float
    high_latency_ms: float

    @classmethod
    def _of(cls, struct: Any) -> DeviceInfo:
        return cls(struct.id.decode("utf-8", "surrogateescape"), struct.name.decode("utf-8",
                   "surrogateescape"), struct.host_api.decode("utf-8", "surrogateescape"),
                   struct.max_inputs, struct.max_outputs, struct.default_sample_rate,
                   bool(struct.is_default_input), bool(struct.is_default_output),
                   struct.low_latency_ms, struct.high_latency_ms)


class DeviceStatus(NamedTuple):
    """How a device does; everything counts from its opening on, past losses."""

    #: DeviceState.STOPPED …
    state: DeviceState
    sample_rate: int
    channels: int
    #: Frames that the device asks for at once; 0 before the first block of a JACK server.
    block_frames: int
    frames: int
    blocks: int
    #: Times the device ran out of frames to play, as far as it tells.
    underruns: int
    #: Times the device threw recorded frames away, as far as it tells.
    overruns: int
    #: Times the device did not ask for a block in time, by our own clock.
    gaps: int
    #: Blocks whose rendering took longer than they last.
    late_blocks: int
    #: Times the device was lost.
    losses: int
    #: What the device says about its way to the speaker, or from the microphone.
    latency_ms: float
    longest_gap_ms: float
    #: Time that rendering a block took, on average and at most.
    render_mean_ms: float
    render_max_ms: float
    #: The share of a block's length that 99.9 % of the renders stayed within; 2: or more.
    render_share_999: float

    @classmethod
    def _of(cls, struct: Any) -> DeviceStatus:
        return cls(DeviceState(struct.state), struct.sample_rate, struct.channels,
                   struct.block_frames, struct.frames, struct.blocks, struct.underruns,
                   struct.overruns, struct.gaps, struct.late_blocks, struct.losses,
                   struct.latency_ms, struct.longest_gap_ms, struct.render_mean_ms,
                   struct.render_max_ms, struct.render_share_999)
