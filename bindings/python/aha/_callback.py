"""C callbacks into Python: C receives a defined result even if Python raises an exception.

When the function behind a ctypes callback raises an exception, or returns an object that is no
number, C reads an undefined result. ``callback`` makes all callbacks of this package but
``destroy``, which has no result.
"""

from __future__ import annotations

import ctypes as c
from operator import index

from . import _registry, _signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    #: Decides about an exception of a kept object: the answer to C; 0: the failure's own answer,
    #: and the exception is shown.
    Judge = Callable[[Any, BaseException], int]


def callback(prototype: Any, failure: int | None, where: str,
             judge: Judge | None = None) -> Callable[[Callable[..., Any]], Any]:
    """Makes a function a C callback, whose first argument is the number of a kept object.

    The function gets that object in place of the number.

    :param failure: The answer to C after an exception; None where C expects no answer.
    :param where: Names the callback where an exception of it is shown.
    :param judge: None: an exception of a signal's handler would be lost here, so handlers wait for
        the end of the call.
    """
    def decorate(function: Callable[..., Any]) -> Any:
        def call(number: int, *arguments: Any) -> int | None:
            try:
                thing = None
                try:
                    thing = _registry.kept(number)
                    if judge is not None:
                        _signals.run_waiting()
                    answer = function(thing, *arguments)
                    return None if failure is None else index(answer)
                except BaseException as error:
                    verdict = judge(thing, error) if judge is not None else 0
                    if verdict:
                        return verdict
                    show(error, where, thing)
            except BaseException:  # of the judge, of the hook, or of a signal just now
                pass
            return failure

        return prototype(call)

    return decorate


class _Ignored:
    """Raises an exception again, where only ``sys.unraisablehook`` gets it."""

    def __init__(self, error: BaseException, where: str, thing: object) -> None:
        self.error, self.where, self.thing = error, where, thing

    def __call__(self) -> None:
        raise self.error

    def __repr__(self) -> str:
        return f"{self.where} {self.thing!r}"


def show(error: BaseException, where: str, thing: object) -> None:
    """Shows an exception that no caller can get, as Python does for ``__del__``.

    ``sys.unraisablehook`` takes a structure that Python code cannot make. Here ctypes makes it, for
    an exception of a callback without a result; it also survives a hook that fails.
    """
    c.PYFUNCTYPE(None)(_Ignored(error, where, thing))()
