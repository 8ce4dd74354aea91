"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._constants.destination import DestinationText
from .._handle import Handle, text_of


class DestinationCalls(Handle):
    """The calls of aha_destination that Python adds nothing to."""

    def remove(self) -> None:
        """Takes a destination from its client's list; drops that use it go on. The C function is
        aha_destination_remove.
        """
        lib.aha_destination_remove(self._handle)

    @property
    def name(self) -> str:
        """The name. The C function is aha_destination_copy_text."""
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.NAME)

    @property
    def address(self) -> str:
        """Where it is, without secrets. The C function is aha_destination_copy_text."""
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.ADDRESS)

    @property
    def owner(self) -> str:
        """Who is signed in, as the last aha_destination_check was told: the name at the service, or
        WebDAV's user; "" before, and where nobody is. The C function is aha_destination_copy_text.
        """
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.OWNER)

    @property
    def application(self) -> str:
        """What the service calls the application, likewise: Allihoopa; "" elsewhere. The C function
        is aha_destination_copy_text.
        """
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.APPLICATION)
