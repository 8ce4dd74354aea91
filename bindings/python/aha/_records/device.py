"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.device import DeviceState


class DeviceInfo(NamedTuple):
    """One device of the list."""

    #: The id for aha_device_open: "alsa:…", "jack:…"; stable between runs.
    id: str
    name: str
    #: The sound system: "alsa", "jack", "oss".
    host_api: str
    max_inputs: int
    max_outputs: int
    #: Hz.
    default_sample_rate: int
    #: True: the device that the id "" selects, for inputs and for outputs.
    is_default_input: bool
    is_default_output: bool
    #: The latency that the device reports.
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
    """Status of a device. The counters start at the opening and continue after a loss."""

    #: DeviceState.STOPPED …
    state: DeviceState
    sample_rate: int
    channels: int
    #: Frames per block; 0 before the first block of a JACK server.
    block_frames: int
    frames: int
    blocks: int
    #: Times the device ran out of frames to play, as reported by the device.
    underruns: int
    #: Times the device dropped recorded frames, as reported by the device.
    overruns: int
    #: Times the device did not request a block in time, by libaha's clock.
    gaps: int
    #: Blocks whose rendering took longer than the block's duration.
    late_blocks: int
    #: Times the device was lost.
    losses: int
    #: Latency to the speaker, or from the microphone, as reported by the device.
    latency_ms: float
    longest_gap_ms: float
    #: Time to render a block: average and max.
    render_mean_ms: float
    render_max_ms: float
    #: 99.9th percentile of the render time, as a share of a block's duration; 2: 2 or more.
    render_share_999: float

    @classmethod
    def _of(cls, struct: Any) -> DeviceStatus:
        return cls(DeviceState(struct.state), struct.sample_rate, struct.channels,
                   struct.block_frames, struct.frames, struct.blocks, struct.underruns,
                   struct.overruns, struct.gaps, struct.late_blocks, struct.losses,
                   struct.latency_ms, struct.longest_gap_ms, struct.render_mean_ms,
                   struct.render_max_ms, struct.render_share_999)
