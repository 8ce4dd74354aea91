"""Boards: effects for arrays."""

from __future__ import annotations

import contextlib
import ctypes as c
from collections.abc import Iterable, Iterator, MutableSequence
from typing import TYPE_CHECKING, Any

from . import _samples
from ._abi import lib
from ._array_effect import require_effect
from ._constants.base import LAST, Result
from ._errors import InvalidArgumentError, StateError

if TYPE_CHECKING:
    from ._arrays import Frames
    from .chain import Chain
    from .effect import Effect
    from .engine import Engine


class Board(MutableSequence):  # type: ignore[type-arg]  # Python 3.9 accepts no argument here
    """Effects for arrays, in order; a list of effects that were created without an engine::

        board = aha.Board([aha.Pitch(cents=300), aha.Filter(cutoff_hz=800)])
        wet = board(dry, 44100)

    There is no gain, pan and limiter; an empty board returns a copy. The latency of the effects is
    compensated. A board is for one thread at a time; boards of other threads run in parallel.
    Copies and pickles have the same effects, without the sound in them.
    """

    _engine: Engine | None = None
    _chain: Chain | None = None
    #: Of the chain.
    _number = 0
    _rate = 0
    _is_live = False

    def __init__(self, effects: Iterable[Effect] = ()) -> None:
        self._effects: list[Effect] = []
        self._hosts: list[Effect] = []
        self.extend(effects)

    def __call__(self, samples: Any, sample_rate: int | None = None, *, reset: bool = True,
                 tail: float | bool = False, buffer: int = 1 << 16) -> Frames:
        """Sends samples through the effects; returns an array of the same length and shape.

        ``samples``: an array of the shape (frames,), (frames, 1) or (frames, 2), of floats, int16
        or int32. One channel is both sides of the effects, and the result half their sum.
        ``sample_rate``: Hz, 8000 to 192000; None is that of a :class:`Sound`. ``reset``: the
        samples are a whole sound. False: they continue those of the call before. The first such
        call after a reset returns fewer frames by the latency; the last one needs a ``tail``.
        ``tail``: appends the sound that the effects still have: True until it is inaudible, else a
        number of seconds. ``buffer``: frames of one call of C; between them, Python handles
        signals. Each call releases the GIL. The C functions are aha_chain_render and
        aha_chain_reset. Errors: InvalidArgumentError, StateError (another thread uses the board);
        the exception of a HostEffect.
        """
        chain = self._ready(_rate(samples) if sample_rate is None else sample_rate)
        if reset:
            lib.aha_chain_reset(chain)
        channels = _samples.channels_in_place(samples)
        if channels and len(samples) <= buffer:
            first = self._run_once(chain, samples, channels)
            if tail is False and (len(first) == len(samples) or not reset) and not self._hosts:
                return first
            source = _samples.source(samples)
        else:
            source = _samples.source(samples)
            memory, target = _samples.target(source.frames, source.channels)
            first = _samples.shaped(memory, self._run(chain, source, target, buffer), source)
        wanted = source.frames if reset else 0
        parts, missing = [first], max(0, wanted - len(first))
        if missing or tail is not False:
            seconds = None if tail is True else float(tail)
            parts += self._rest(chain, source, missing, seconds)
        for effect in self._hosts:
            effect._raise_failure()
        return _samples.joined(parts, is_trimmed=tail is True, minimum=wanted)

    @staticmethod
    def _run_once(chain: int, samples: Any, channels: int) -> Frames:
        """Renders an array in place, with one call: small blocks are fast."""
        out, count, frames = _samples.empty_like(samples), c.c_uint64(), len(samples)
        lib.aha_chain_render(chain, c.c_float.from_buffer(samples), frames, channels,
                             c.c_float.from_buffer(out), count)
        return out if count.value == frames else out[:count.value]  # type: ignore[no-any-return]

    @staticmethod
    def _run(chain: int, source: _samples.Source, target: Any, buffer: int) -> int:
        """Renders the input; returns the count of frames that came."""
        count = c.c_uint64()
        done = came = 0
        size = 4 * source.channels
        begin, out = c.addressof(source.pointer), c.addressof(target)
        while done < source.frames:
            frames = min(max(1, buffer), source.frames - done)
            lib.aha_chain_render(chain, c.c_float.from_address(begin + done * size), frames,
                                 source.channels, c.c_float.from_address(out + came * size), count)
            done += frames
            came += count.value
        return came

    def _rest(self, chain: int, source: _samples.Source, missing: int,
              seconds: float | None) -> list[Frames]:
        """The frames that the effects kept back, then the tail; None: all of it."""
        rate = self._rate
        left = missing or (self._chain.latency_frames if self._chain else 0)
        left += 0 if seconds is None else round(seconds * rate)
        parts: list[Frames] = []
        while seconds is None or left > 0:
            memory, target = _samples.target(rate if seconds is None else left, source.channels)
            count = c.c_uint64()
            is_over = lib.aha_chain_render(chain, None, rate if seconds is None else left,
                                           source.channels, target, count) == Result.END
            parts.append(_samples.shaped(memory, count.value, source))
            left -= count.value
            if is_over:
                break
        if left > 0 and seconds is not None:
            parts.append(_samples.silence(left, source))
        return parts

    def _ready(self, rate: int) -> int:
        """The chain of an engine at that rate, with the effects."""
        if self._chain is not None and self._rate == rate:
            return self._number
        if self._is_live:
            raise StateError("the board is live: call it after the with block, or a copy of it")
        engine = self._engine
        if engine is None or self._rate != rate:
            from ._bench import bare_engine

            self._engine = engine = bare_engine(rate, self)
            self._rate = rate
            for effect in self._effects:
                effect._move(engine)
        chain = engine.master.chain
        self._number = chain._handle
        for effect in self._effects:
            lib.aha_chain_insert(self._number, LAST, effect._handle)
        self._chain = chain
        return self._number

    def _edited(self) -> None:
        self._hosts = [effect for effect in self._effects if effect._is_host]

    def _forget(self) -> None:
        """Ends the engine; the next call makes another one."""
        self._engine = self._chain = None

    # As a list.

    def insert(self, position: int, effect: Effect) -> None:
        """Inserts an effect before the one at a position. During a sound it fades in. The C
        function is aha_chain_insert. Errors: StateError (the effect is in a board, or in an
        engine), LimitError (32 effects)."""
        require_effect(effect)
        effect._join(self)
        begin = len(self._effects[:position])
        try:
            if self._engine is not None and self._chain is not None:
                effect._move(self._engine)
                lib.aha_chain_insert(self._number, begin, effect._handle)
        except BaseException:
            effect._leave()
            raise
        self._effects.insert(begin, effect)
        self._edited()

    def __getitem__(self, position: Any) -> Any:
        return self._effects[position]

    def __setitem__(self, position: Any, effect: Any) -> None:
        """Replaces one effect."""
        index = range(len(self))[position]
        if not isinstance(index, int):
            raise InvalidArgumentError("replace the effects of a board one by one")
        require_effect(effect)
        effect._require_free()
        del self[index]
        self.insert(index, effect)

    def __delitem__(self, position: Any) -> None:
        """Removes effects. During a sound they fade out. The C function is aha_chain_remove."""
        gone = self._effects[position]
        for effect in gone if isinstance(gone, list) else [gone]:
            if self._chain is not None:
                self._chain.remove(effect)
            effect._leave()
        del self._effects[position]
        self._edited()

    def __len__(self) -> int:
        return len(self._effects)

    def __repr__(self) -> str:
        return f"<aha.Board {self._effects!r}>"

    def __copy__(self) -> Board:
        from copy import copy

        return type(self)(map(copy, self._effects))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (list(self._effects),)

    @contextlib.contextmanager
    def live(self, *, input: str | None = "", output: str = "", sample_rate: int = 48000,
             latency_ms: int = 0) -> Iterator[Engine]:
        """``with board.live(): …`` plays an input device through the effects. Values can be set
        meanwhile.

        ``input``, ``output``: ids of :func:`devices`; "" is the default device. ``input`` None: the
        players of the engine are heard through the effects. ``latency_ms``: as of :class:`Device`.
        Returns the engine, which has a limiter. Errors: those of :class:`Device`.
        """
        from .device import Device
        from .engine import Engine
        from .input import Input

        with Engine(sample_rate=sample_rate) as engine:
            chain = engine.master.chain
            for effect in self._effects:
                effect._move(engine)
                lib.aha_chain_insert(chain._handle, LAST, effect._handle)
            self._forget()
            self._is_live = True
            try:
                if input is not None:
                    Input(engine, None, Device(engine, input, direction="input",
                                               latency_ms=latency_ms))
                Device(engine, output, latency_ms=latency_ms).start()
                yield engine
            finally:
                self._is_live = False
                from ._bench import bench

                for effect in self._effects:
                    effect._move(bench())


def _rate(samples: Any) -> int:
    try:
        return int(samples.sample_rate)
    except AttributeError:
        raise TypeError("sample_rate is missing: an array has none") from None
