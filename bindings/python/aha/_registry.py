"""Python objects behind the user_data of C callbacks.

C receives a number, never a Python address. An object stays here until the C side calls destroy, so
it is not collected while C may call it. The C callbacks themselves are module-level functions that
are never freed.
"""

from __future__ import annotations

import itertools
import threading

from . import _structs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

_objects: dict[int, Any] = {}
_numbers = itertools.count(1)
#: Objects that C receives repeatedly: their number, and how often it was passed.
_shared: dict[int, list[int]] = {}
#: Reentrant: a garbage collection while it is held may call drop.
_lock = threading.RLock()


def keep(thing: Any) -> int:
    """Keeps an object until destroy is called with the returned number."""
    number = next(_numbers)
    _objects[number] = thing
    return number


def keep_shared(thing: Any) -> int:
    """One number per object while C holds it; each entry is removed separately."""
    with _lock:
        for number, count in _shared.items():
            if _objects[number] is thing:
                count[0] += 1
                return number
        number = keep(thing)
        _shared[number] = [1]
        return number


def kept(number: int) -> Any:
    """The object of a number."""
    return _objects[number]


def find(number: int) -> Any:
    """The object of a number; None if it no longer exists."""
    return _objects.get(number)


def drop(number: int) -> None:
    """Releases an object, or one of its shared uses."""
    with _lock:
        count = _shared.get(number)
        if count is not None:
            count[0] -= 1
            if count[0] > 0:
                return
            del _shared[number]
        _objects.pop(number, None)


#: The one aha_destroy_fn of this binding.
destroy = _structs.DestroyFn(drop)
