"""C callbacks into Python: C receives a defined result even if Python raises an exception.

If the function behind a ctypes callback raises an exception, or does not return a number, C reads
an undefined result. ``callback`` creates all callbacks of this package except ``destroy``, which
has no result.
"""

from __future__ import annotations

import ctypes as c
from operator import index

from . import _registry, _signals

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Callable

    #: Maps an exception of a kept object to the result for C. 0: the failure's own result, and the
    #: exception is reported.
    Judge = Callable[[Any, BaseException], int]


def callback(prototype: Any, failure: int | None, where: str,
             judge: Judge | None = None) -> Callable[[Callable[..., Any]], Any]:
    """Makes a function a C callback, whose first argument is the number of a kept object.

    The function receives that object instead of the number.

    :param failure: The result for C after an exception; None if C expects no result. :param where:
    Name of the callback in reports of its exceptions. :param judge: None: an exception of a signal
    handler would be lost here, so handlers wait for the end of the call.
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
            except BaseException:  # from the judge, the hook, or a signal
                pass
            return failure

        return prototype(call)

    return decorate


class _Ignored:
    """Raises an exception again, so that only ``sys.unraisablehook`` receives it."""

    def __init__(self, error: BaseException, where: str, thing: object) -> None:
        self.error, self.where, self.thing = error, where, thing

    def __call__(self) -> None:
        raise self.error

    def __repr__(self) -> str:
        return f"{self.where} {self.thing!r}"


def show(error: BaseException, where: str, thing: object) -> None:
    """Reports an exception that no caller can receive, as Python does for ``__del__``.

    ``sys.unraisablehook`` requires a structure that Python code cannot create. Here ctypes creates
    it, for an exception of a callback without a result; it also survives a hook that fails.
    """
    c.PYFUNCTYPE(None)(_Ignored(error, where, thing))()
