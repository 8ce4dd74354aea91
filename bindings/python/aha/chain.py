"""Chains: the effects of a player or bus, in order."""

from __future__ import annotations

from collections.abc import Iterator

from ._abi import lib
from ._array_effect import require_effect
from ._constants.base import LAST
from ._calls.chain import ChainCalls
from ._handle import Handle, made

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import TypeVar

    from .bus import Bus
    from .effect import Effect
    from .player import Player

    Kind = TypeVar("Kind", bound=Effect)


class Chain(ChainCalls, Handle):
    """The effects that process the signal of a player or bus, before its gain and pan.

    ``player.chain`` and ``bus.chain`` return it; use it like a list. It belongs to its player or
    bus and ends with it. Every change is crossfaded over the engine's ramp.
    """

    _noun = "chain"
    _shows = ("len",)
    _owner: Player | Bus

    def __init__(self, owner: Player | Bus, handle: int) -> None:
        super().__init__(handle, owner, owned=False)

    @property
    def owner(self) -> Player | Bus:
        """The player or bus of this chain."""
        return self._owner

    def add(self, effect: Kind) -> Kind:
        """Appends an effect of the same engine that is in no chain, or one that was created without
        an engine, and returns it.

        The C function is aha_chain_insert. Errors: StateError (in a chain already), LimitError (32
        effects, or max_effects of the engine), InvalidArgumentError (another engine's).
        """
        require_effect(effect)
        effect._adopt(self._owner.engine)
        lib.aha_chain_insert(self._handle, LAST, effect._handle)
        return effect

    def append(self, effect: Effect) -> None:
        """As ``add``; the name is that of lists."""
        self.add(effect)

    def insert(self, position: int, effect: Effect) -> None:
        """Inserts an effect before the one at a position; as for lists, a negative position counts
        from the end. The C function is aha_chain_insert. Errors: as ``add``.
        """
        require_effect(effect)
        effect._adopt(self._owner.engine)
        count = len(self)
        begin = max(0, position + count) if position < 0 else min(position, count)
        lib.aha_chain_insert(self._handle, begin, effect._handle)

    def move(self, effect: Effect, position: int) -> None:
        """Moves an effect of the chain to its new position.

        The C function is aha_chain_move. Errors: InvalidArgumentError (not in this chain),
        IndexError.
        """
        lib.aha_chain_move(self._handle, effect._handle, self._place(position))

    def reset(self) -> None:
        """Ends the sound that a :class:`Board` sent through the chain. The C function is
        aha_chain_reset. Errors: UnsupportedError (a player's chain), LimitError.
        """
        lib.aha_chain_reset(self._handle)

    def __getitem__(self, position: int) -> Effect:
        """The effect at a position. The C function is aha_chain_at."""
        from .effect import Effect

        handle = made(lib.aha_chain_at, self._handle, self._place(position))
        return Effect._of(handle, self._owner)

    def __delitem__(self, position: int) -> None:
        self.remove(self[position])

    def __iter__(self) -> Iterator[Effect]:
        """Iterates over a snapshot of the effects."""
        return iter([self[position] for position in range(len(self))])

    def __contains__(self, effect: object) -> bool:
        return any(effect is one for one in self)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Chain) and self._owner is other._owner

    def __hash__(self) -> int:
        return hash(self._value)

    def _place(self, position: int) -> int:
        """Normalizes a position: a negative one counts from the end."""
        count = len(self)
        if not -count <= position < count:
            raise IndexError(f"position {position} in a chain of {count}")
        return position % count
