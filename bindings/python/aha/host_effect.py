"""Effects that Python implements, for offline rendering."""

from __future__ import annotations

import ctypes as c
from typing import TYPE_CHECKING, Any, Callable, Mapping, overload

from . import _registry, _structs
from ._abi import lib
from ._arguments import encoded_text, unsigned32
from ._arrays import plane
from ._callback import callback
from ._handle import EngineChild, made
from .base import Result
from .effect import Effect, EffectInfo

if TYPE_CHECKING:
    from .engine import Engine

    #: Changes two planes of float32 in place, with the parameters' values by name.
    Process = Callable[[Any, Any, Mapping[str, float]], object]
    #: Minimum, maximum and default by name.
    Ranges = Mapping[str, tuple[float, float, float]]


class _Host:
    """The functions of an effect, and the last exception of them."""

    def __init__(self, process: Process, reset: Callable[[], object] | None,
                 names: list[str]) -> None:
        self.process, self.reset, self.names = process, reset, names
        self.failure: BaseException | None = None


def _failed(host: _Host, error: BaseException) -> int:
    host.failure = error
    return Result.IO


@callback(_structs.ProcessFn, Result.IO, "an effect of the host's", _failed)
def _process(host: _Host, left: Any, right: Any, frames: int, values: Any) -> int:
    named = {name: values[index] for index, name in enumerate(host.names)}
    host.process(plane(left, frames), plane(right, frames), named)
    return Result.OK


@callback(_structs.ResetFn, None, "an effect of the host's", _failed)
def _reset(host: _Host) -> None:
    if host.reset is not None:
        host.reset()


class HostEffect(Effect):
    """An effect that Python implements::

        def tremble(left, right, values):
            left *= values["gain"]
            right *= values["gain"]

        player.chain.add(aha.HostEffect(engine, tremble, {"gain": (0, 2, 0.5)}))

    Use it in offline engines: Python is too slow and too uneven for the audio thread of a device.
    """

    _kind = "host"

    _is_host = True

    @overload
    def __init__(self, engine: Engine | None, process: Process,
                 parameters: Ranges | None = None, *,
                 name: str = "host", latency_frames: int = 0, tail_frames: int = 0,
                 reset: Callable[[], object] | None = None) -> None: ...

    @overload
    def __init__(self, process: Process, /, parameters: Ranges | None = None, *,
                 name: str = "host", latency_frames: int = 0, tail_frames: int = 0,
                 reset: Callable[[], object] | None = None) -> None: ...

    def __init__(  # type: ignore[misc]  # the second form has no engine
            self, engine: Any, process: Any = None, parameters: Any = None, *,
            name: str = "host", latency_frames: int = 0, tail_frames: int = 0,
            reset: Callable[[], object] | None = None) -> None:
        """Creates an effect that is in no chain yet. ``engine``: may be left out, for arrays.

        ``process``: called on the thread that renders, with the left and the right plane of 1 to
        512 frames (NumPy arrays of float32, or memoryviews without NumPy), which it changes in
        place, and the parameters' values by name. It must not call libaha. After an exception the
        frames are silent, and :attr:`failure` is the exception. ``parameters``: minimum, maximum
        and default by name. ``latency_frames``: frames by which the output lags the input, up to
        16384; libaha compensates them. ``tail_frames``: frames of sound after the last input.
        ``reset``: clears all audio from the effect's state. The C function is
        aha_host_effect_create. Errors: InvalidArgumentError.
        """
        if callable(engine):
            engine, process, parameters = None, engine, process
        self._how = (process, dict(parameters or {}), name, latency_frames, tail_frames, reset)
        home = self._home(engine)
        EngineChild.__init__(self, self._made_in(home, {}), home)
        self._info = EffectInfo.of_handle(self._handle)

    def _made_in(self, engine: Engine, state: dict[str, Any]) -> int:
        self._how = state.get("how", getattr(self, "_how", None))
        process, ranges, name, latency_frames, tail_frames, reset = self._how
        rows = (_structs.HostParameter * len(ranges))(*(
            _structs.HostParameter(name=encoded_text("name", key), minimum=low, maximum=high,
                                   default_value=start, smoothing_ms=5)
            for key, (low, high, start) in ranges.items()))
        description = _structs.HostEffect(
            name=name, parameters=rows, parameter_count=len(ranges), process=_process, reset=_reset,
            latency_frames=unsigned32("latency_frames", latency_frames),
            tail_frames=unsigned32("tail_frames", tail_frames))
        self._host = _Host(process, reset, list(ranges))
        return made(lib.aha_host_effect_create, engine._handle, description,
                    _registry.keep(self._host), _registry.destroy)

    def _state(self) -> dict[str, Any]:
        return {**super()._state(), "how": self._how}

    def _raise_failure(self) -> None:
        failure, self._host.failure = self._host.failure, None
        if failure is not None:
            raise failure

    @property
    def failure(self) -> BaseException | None:
        """The last exception of ``process``; None without one. The C function is
        aha_host_effect_get_result."""
        result = c.c_int32()
        lib.aha_host_effect_get_result(self._handle, result)
        return self._host.failure if result.value else None
