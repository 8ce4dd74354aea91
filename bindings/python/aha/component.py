"""Components: system libraries that libaha loads on first use."""

from __future__ import annotations

from typing import NamedTuple

from . import _structs
from ._abi import lib
from ._handle import listed


class Component(NamedTuple):
    """A system library that libaha does not link to."""

    index: int  # type: ignore[assignment]  # hides that of tuples
    #: Its file, for example ``"libcurl.so.4"``.
    name: str
    #: Its Debian package.
    package: str
    #: The feature that needs it, for example ``"transfers"``.
    feature: str

    def load(self) -> None:
        """Loads it now. Errors: UnsupportedError (not installed, or too old).

        The C function is aha_component_load.
        """
        lib.aha_component_load(self.index)


def components() -> tuple[Component, ...]:
    """Returns all components, in no particular order, without loading them.

    The C functions are aha_component_count and aha_component_get.
    """
    infos = listed(_structs.ComponentInfo, lib.aha_component_count, lib.aha_component_get)
    return tuple(Component(index, one.name.decode(), one.package.decode(), one.feature.decode())
                 for index, one in enumerate(infos))
