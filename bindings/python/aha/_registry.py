"""Python objects behind the user_data of C callbacks.

C is given a number, never an address of Python's. An object stays here until the C side calls
destroy, so nothing that can still be called is ever collected; and the C callbacks themselves are
module-level functions that never end, so none is freed while it runs.
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
#: Of objects that C is given again and again: their number, and how often it has been given.
_shared: dict[int, list[int]] = {}
#: Reentrant: a garbage collection while it is held may call drop.
_lock = threading.RLock()


def keep(thing: Any) -> int:
    """Keeps an object until destroy is called with the number returned."""
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
    """Lets an object go, or one of those that share it."""
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
