"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._constants.destination import DestinationText
from .._client_child import ClientChild, ClientJob
from .._handle import made, text_of


class DestinationCalls(ClientChild):
    """The calls of aha_destination that Python adds nothing to."""

    def check(self) -> ClientJob:
        """Starts a job that checks with the service whether it would accept a drop, and reads the
        signed-in user; it leaves no data there. Afterwards DestinationText.OWNER and
        DestinationText.APPLICATION are known. The check for a folder: it is writable. WebDAV: the
        collection or its parent exists. S3: the bucket can be listed. Others: the account's token
        is valid; for SoundCloud, upload time is left. A host's own destination is not contacted.
        The C function is aha_destination_check. Errors: handle errors; the job's: NotSignedInError,
        AccessError, NotFoundError, RefusedError (such as a wrong signature), LimitError.
        """
        return ClientJob(made(lib.aha_destination_check, self._handle), self._client)

    def remove(self) -> None:
        """Removes a destination from its client's list; drops that use it continue. The C function
        is aha_destination_remove.
        """
        lib.aha_destination_remove(self._handle)

    @property
    def name(self) -> str:
        """The name. The C function is aha_destination_copy_text."""
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.NAME)

    @property
    def address(self) -> str:
        """The address, without secrets. The C function is aha_destination_copy_text."""
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.ADDRESS)

    @property
    def owner(self) -> str:
        """The signed-in user, as of the last aha_destination_check: the name at the service, or
        WebDAV's user; "" before a check, and without a user. The C function is
        aha_destination_copy_text.
        """
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.OWNER)

    @property
    def application(self) -> str:
        """The application's name at the service, as of the last check: Allihoopa only; ""
        elsewhere. The C function is aha_destination_copy_text.
        """
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.APPLICATION)

    @property
    def settings(self) -> str:
        """The settings as in the user's file of destinations, without secrets: lines of NAME=VALUE;
        "" for a host's own destination. The C function is aha_destination_copy_text.
        """
        return text_of(lib.aha_destination_copy_text, self._handle, DestinationText.SETTINGS)
