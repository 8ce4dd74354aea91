"""Bounces, which render a project to a file faster than real time."""

from __future__ import annotations

from typing import TYPE_CHECKING

from . import _structs
from ._abi import lib
from ._constants.engine import PanLaw
from ._arguments import encoded_path, is_path
from ._attending import attended
from ._family import Objects
from ._handle import Handle, made
from ._project_parts import ProjectBus, Track
from .format import Container, Dither, Encoding, encode_options
from .job import Job
from .session import scope_of
from .stream import Source, Stream

if TYPE_CHECKING:
    from ._handle import Self
    from .event import Event
    from .project import Project


class Bounce(Job):
    """A job without an engine."""

    #: Its events have no source.
    _family = Objects()

    def __init__(self, handle: int, stream: Stream | None = None) -> None:
        Handle.__init__(self, handle)
        self._stream = stream

    @classmethod
    def _of(cls: type[Self], handle: int, maker: object = None) -> Self:
        return cls(handle)

    def events_now(self) -> list[Event]:
        """Removes all pending events and returns them, oldest first: one for each missing sound,
        impulse response or plug-in. The C function is aha_job_next_event.
        """
        from . import event

        return event.pending(self)


def bounce(project: Project, target: Source, *, only: Track | ProjectBus | None = None,
           begin_us: int = 0, end_us: int = 0, loudness_lufs: float = 0.0, ceiling_db: float = 0.0,
           threads: int = 0, sample_rate: int = 0, tail: bool = True, limiter: bool = True,
           container: Container | str = Container.AUTO, encoding: Encoding | str = Encoding.AUTO,
           quality: float = 0.0, dither: Dither | str = Dither.TPDF, channels: int = 0,
           peak_db: float = 0.0, pan_law: PanLaw | str = PanLaw.PAN_0_DB, bitrate_kbps: int = 0,
           vbr: bool = False) -> Bounce:
    """Starts a bounce. ``only``: one track or bus, as a stem. ``end_us``: 0 is the end of the
    project. ``loudness_lufs``: target loudness; 0 leaves it unchanged. ``ceiling_db``: max true
    peak; 0 is -1 dBTP. ``peak_db``: target of the true peak, by gain alone. ``threads``: 0 is one
    for each processor. ``tail``: the file includes effects that ring out. ``channels``: 1 is mono;
    0 is stereo. ``quality``, ``bitrate_kbps`` and ``vbr`` as of :meth:`Engine.save`. ``pan_law``:
    of mono sounds, as of :class:`Engine`.

    The C functions are aha_bounce_start and aha_bounce_start_stream.
    """
    scope, number = scope_of(only)
    options = _structs.BounceOptions(
        scope=scope, scope_id=number, begin_us=begin_us, end_us=end_us,
        loudness_lufs=loudness_lufs, ceiling_db=ceiling_db, threads=threads,
        sample_rate=sample_rate, no_tail=not tail, no_limiter=not limiter,
        pan_law=PanLaw.of(pan_law))
    encode = encode_options(container, encoding, 0, quality, dither, channels, peak_db=peak_db,
                            bitrate_kbps=bitrate_kbps, vbr=vbr)
    if is_path(target):
        path = encoded_path(target)
        return Bounce(made(lib.aha_bounce_start, project._handle, path, options, encode))
    stream = Stream.of(target)
    with attended(stream):
        handle = made(lib.aha_bounce_start_stream, project._handle, stream._handle, options,
                      encode)
    return Bounce(handle, stream)
