"""Base of all objects: an owned or borrowed C handle."""

from __future__ import annotations

import ctypes as c
import enum

from ._abi import lib
from ._errors import BufferTooSmallError, InvalidArgumentError, ReleasedError
from ._release import finalizer, release_deferred
from .base import Error, Result

TYPE_CHECKING = False
if TYPE_CHECKING:
    from types import TracebackType
    from typing import Any, Callable, ClassVar, TypeVar

    from .engine import Engine

    Self = TypeVar("Self", bound="Handle")


class Handle:
    """An object of libaha. It ends with ``close()``, with its ``with`` block, or when it is no
    longer used; closing it twice, or after its engine, does nothing.
    """

    _noun = "object"
    #: Attributes for ``repr``.
    _shows: ClassVar[tuple[str, ...]] = ()
    #: The end of the error line of a copy.
    _instead: ClassVar[str] = ""

    def __init__(self, handle: int, owner: Handle | None = None, *, owned: bool = True) -> None:
        """Takes ownership of a handle, unless another object owns it. The object ends with its
        ``owner``."""
        release_deferred()
        self._value, self._owner = handle, owner
        self._finalizer = finalizer(self, handle) if owned else None

    @classmethod
    def _of(cls: type[Self], handle: int, maker: Any = None) -> Self:
        """The object of an owned handle, which another object made."""
        made = cls.__new__(cls)
        Handle.__init__(made, handle)
        return made

    def __setattr__(self, name: str, value: Any) -> None:
        """Assigning to an unknown attribute is a mistake, so it raises."""
        if not name.startswith("_") and not hasattr(type(self), name):
            raise AttributeError(f"aha.{type(self).__name__} has no {name} that can be set")
        super().__setattr__(name, value)

    @property
    def closed(self) -> bool:
        """True after ``close()``, or its engine's; every other use raises ReleasedError then."""
        ended = self._finalizer is not None and not self._finalizer.alive
        return ended or (self._owner is not None and self._owner.closed)

    def close(self) -> None:
        """Releases the handle. The C function is aha_release."""
        if self._finalizer is not None:
            self._finalizer()

    @property
    def _handle(self) -> int:
        """The C handle, for immediate use."""
        if self.closed:
            raise ReleasedError(f"this {self._noun} is closed, or its engine is")
        return self._value

    def __enter__(self: Self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _shared(self: Self, memo: Any = None) -> Self:
        """Another object of the same handle, with its own reference: a copy without changes."""
        other = object.__new__(type(self))
        vars(other).update(vars(self))
        lib.aha_retain(self._handle)
        Handle.__init__(other, self._value, self._owner)
        return other

    def __reduce__(self) -> tuple[Any, ...]:
        raise TypeError(f"an aha.{type(self).__name__} is an object of this process: it can't be"
                        f" copied or pickled{self._instead}")

    def __repr__(self) -> str:
        return shown(self, {}) + " closed>" if self.closed else shown(self, self._shown()) + ">"

    def _shown(self) -> dict[str, Any]:
        """The attributes for ``repr``; none while the object cannot tell them."""
        me: Any = self
        try:
            return {name: len(me) if name == "len" else getattr(me, name) for name in self._shows}
        except Error:
            return {}


def shown(thing: object, attributes: dict[str, Any]) -> str:
    """The begin of an object's ``repr``: enumerators by name, texts with blanks in quotes."""
    parts = [f"<aha.{type(thing).__name__}"]
    for name, value in attributes.items():
        text = f"{value:g}" if isinstance(value, float) else str(value)
        if isinstance(value, enum.IntEnum):
            text = value.name.lower()
        parts.append(f"{name}={text if text.isprintable() and ' ' not in text else repr(text)}")
    return " ".join(parts)


class EngineChild(Handle):
    """An object that was created from an engine and ends with it."""

    def __init__(self, handle: int, engine: Engine, *, owned: bool = True) -> None:
        super().__init__(handle, engine, owned=owned)
        self._engine = engine
        engine._family.add(self._handle, self)

    @classmethod
    def _of(cls: type[Self], handle: int, maker: Any = None) -> Self:
        made = cls.__new__(cls)
        EngineChild.__init__(made, handle, maker._engine)  # type: ignore[arg-type]
        return made

    @property
    def engine(self) -> Engine:
        """The engine that created this object."""
        return self._engine


class Held(EngineChild):
    """An object that its engine keeps alive while it is active."""

    def _started(self) -> None:
        self._engine._family.hold(self)

    def _stopped(self, at: int | None = None) -> None:
        """A stop at a later frame does not drop it."""
        if at is None:
            self._engine._family.drop(self)

    def close(self) -> None:
        """Ends the object, as its class describes. The C function is aha_release."""
        self._stopped()
        super().close()


def got(out: Any, get: Callable[..., int], *arguments: Any) -> Any:
    """Calls a function with ``out`` as its last parameter, and returns ``out``; None after
    AHA_END."""
    return None if get(*arguments, out) == Result.END else out


def listed(kind: Any, count: Callable[..., int], get: Callable[..., int], *owner: Any) -> list[Any]:
    """The elements of a list, each a new ``kind`` that a function fills in."""
    return [got(kind(), get, *owner, index) for index in range(count(*owner))]


def indices(count: int, first: Callable[[], Any]) -> range:
    """The indices of a list. A count is 0 after an error too, which the function of its first
    element raises."""
    if not count:
        try:
            first()
        except InvalidArgumentError:
            pass
    return range(count)


def made(create: Callable[..., int], *arguments: Any) -> int:
    """The handle that a function returns through its last parameter."""
    out = c.c_void_p()
    create(*arguments, out)
    return out.value or 0


def made_two(create: Callable[..., int], *arguments: Any) -> tuple[int, int]:
    """The handles that a function gives through its last two parameters."""
    first = c.c_void_p()
    second = made(create, *arguments, first)
    return first.value or 0, second


def handle_of(thing: Handle | None) -> int | None:
    """The handle of an object; NULL for None."""
    return None if thing is None else thing._handle


def copied(kind: Any, count: Any, copy: Callable[..., int], *arguments: Any) -> Any:
    """The elements that a function copies to its last three parameters: bytes of ``c_char``, else
    a list. ``count``: 0, in the type of the last parameter."""
    while True:
        room = (kind * count.value)()
        try:
            copy(*arguments, room if len(room) else None, len(room), count)
        except BufferTooSmallError:  # there are more meanwhile
            continue
        if count.value <= len(room):
            return room[:count.value]


def copied_text(copy: Callable[..., int], *arguments: Any) -> bytes:
    """The text that a function copies to its last three parameters."""
    length, text = c.c_size_t(), c.create_string_buffer(256)
    while True:
        try:
            copy(*arguments, text, len(text), length)
        except BufferTooSmallError:  # repeated if the text has changed meanwhile
            text = c.create_string_buffer(length.value + 1)
        else:
            return text.value


def text_of(copy: Callable[..., int], *arguments: Any) -> str:
    """The same as text; bytes that are not UTF-8 stay unchanged."""
    return copied_text(copy, *arguments).decode("utf-8", "surrogateescape")
