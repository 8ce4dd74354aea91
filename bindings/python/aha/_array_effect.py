"""Effects without an engine, which process arrays; and copies of effects."""

from __future__ import annotations

import weakref

from ._abi import lib
from ._calls.effect import EffectCalls
from ._errors import StateError
from ._handle import EngineChild, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from . import _arrays
    from .board import Board
    from .effect import Effect, EffectInfo
    from .engine import Engine


class ArrayEffect(EffectCalls, EngineChild):
    """The part of an effect that needs no engine of the host. An effect has an engine at any time:
    one that plays nothing, that of its board, or that of the chain that adopted it."""

    #: The host implements it.
    _is_host = False

    #: It was created without an engine, and no chain has adopted it.
    _is_free = False
    _board: weakref.ref[Board] | None = None
    #: The board of an effect that is called itself.
    _alone: Board | None = None
    #: Frames, sample rate, and whether they are normalized.
    _impulse: tuple[Any, int, bool] | None = None

    _info: EffectInfo

    def set_impulse(self, impulse: Any, sample_rate: int | None = None, *,
                    normalize: bool = True) -> None:
        """Sets the impulse response of a convolution, such as a recording of a room or a cabinet.
        Until then it does not change the sound. ``impulse``: a Sound, or an array with its
        ``sample_rate``; at most 60 seconds. One channel applies to both sides. ``normalize``:
        scales the response so that noise keeps its level. Blocks. The C function is
        aha_effect_set_impulse. Errors: UnsupportedError (another kind, a sound with keep_rate),
        StateError (the effect is in a chain; the sound is still loading), LimitError (too long),
        InvalidArgumentError (no frame), OutOfMemoryError.
        """
        from .sound import Sound

        if isinstance(impulse, Sound) and not self._is_free:
            sound, rate = impulse, int(impulse.sample_rate)
        else:
            rate = int(getattr(impulse, "sample_rate", 0) if sample_rate is None else sample_rate)
            impulse = impulse.read() if isinstance(impulse, Sound) else impulse
            board = self._board() if self._board is not None else None
            if self._is_free and board is not None:
                board._forget()
                self._move(self._home(None))
            sound = self._engine.sound(impulse, rate)
        lib.aha_effect_set_impulse(self._handle, sound._handle, bool(normalize))
        self._impulse = impulse, rate, normalize

    # Effects without an engine.

    def __call__(self, samples: Any, sample_rate: int | None = None, *, reset: bool = True,
                 tail: float | bool = False, buffer: int = 1 << 16) -> _arrays.Frames:
        """Sends samples through the effect alone, as :meth:`Board.__call__` does. Errors: also
        StateError (the effect is in a board or in an engine).
        """
        from .board import Board

        if self._alone is None:
            self._require_free()
            me: Any = self
            self._alone = Board([me])
        return self._alone(samples, sample_rate, reset=reset, tail=tail, buffer=buffer)

    def _home(self, engine: Engine | None) -> Engine:
        if engine is not None:
            return engine
        from ._bench import bench

        self._is_free = True
        return bench()

    def _made_in(self, engine: Engine, state: dict[str, Any]) -> int:
        """A new handle of the same kind and content, without the values."""
        handle = made(lib.aha_effect_create, engine._handle, self._info.number)
        if self._impulse is not None:
            frames, rate, normalize = self._impulse
            sound = engine.sound(frames, rate)
            lib.aha_effect_set_impulse(handle, sound._handle, bool(normalize))
        return handle

    def _state(self) -> dict[str, Any]:
        """What a copy of it needs."""
        values = {one.name: self.get(one.name) for one in self._info.parameters}
        return {"values": values, "bypassed": self.bypassed, "impulse": self._impulse}

    def _apply(self, state: dict[str, Any]) -> None:
        me: Any = self
        for name, value in state["values"].items():
            if value != self.get(name):
                me.set(name, value)
        self.bypassed = state["bypassed"]

    def _move(self, engine: Engine) -> None:
        """Becomes the same effect of another engine."""
        if self._engine is engine:
            return
        state, former = self._state(), self._finalizer
        EngineChild.__init__(self, self._made_in(engine, state), engine)
        if former is not None:
            former()
        self._apply(state)

    def _require_free(self) -> None:
        if not self._is_free:
            raise StateError(f"the {self._info.name} belongs to an engine: for arrays, create it"
                             " without one, or use a copy.copy() of it")
        board = self._board() if self._board is not None else None
        if board is not None and board is not self._alone:
            raise StateError(f"the {self._info.name} is in a board already; copy.copy() makes"
                             " another one")

    def _join(self, board: Board) -> None:
        """A board gets it."""
        self._require_free()
        alone, self._alone = self._alone, None
        if alone is not None:
            alone.clear()
        self._board = weakref.ref(board)

    def _leave(self) -> None:
        self._board = None

    def _adopt(self, engine: Engine) -> None:
        """A chain of the engine gets it, if it has none."""
        if self._is_free:
            self._require_free()
            self._alone = self._board = None
            self._move(engine)
            self._is_free = False

    def _raise_failure(self) -> None:
        """Raises the last exception of a host's effect."""

    def __reduce__(self) -> tuple[Any, ...]:
        return _copied, (type(self), self._info.name, self._state())


def _copied(kind: type[Effect], name: str, state: dict[str, Any]) -> Effect:
    """An effect without an engine, of a state."""
    from .effect import EffectInfo, effect_kinds

    effect = kind.__new__(kind)
    effect._impulse = state["impulse"]
    kinds = {one.name: one for one in effect_kinds()}
    if name in kinds:
        effect._info = kinds[name]
    home = effect._home(None)
    EngineChild.__init__(effect, effect._made_in(home, state), home)
    effect._info = kinds.get(name) or EffectInfo.of_handle(effect._handle)
    effect._apply(state)
    return effect


def require_effect(one: Any) -> None:
    """Raises TypeError for an object that is no effect."""
    if not isinstance(one, ArrayEffect):
        raise TypeError(f"{one!r} is no effect, such as aha.Reverb()")
