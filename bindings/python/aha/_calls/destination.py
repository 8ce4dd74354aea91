"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._constants.destination import DestinationText
from .._client_child import ClientChild, ClientJob
from .._handle import made, text_of


class DestinationCalls(ClientChild):
    """The calls of aha_destination that Python adds nothing to."""

    def check(self) -> ClientJob:
        """Starts a job that asks the service whether a drop would be taken, and who is signed in;
        nothing of it stays there. DestinationText.OWNER and DestinationText.APPLICATION are known
        afterwards. Folder: it can be written. WebDAV: the collection is there, or what it would be
        made in. S3: the bucket may be listed. Others: the account's token is good; at SoundCloud,
        upload time is left. Of a host's own nothing is asked. The C function is
        aha_destination_check. Errors: the job's: NotSignedInError, AccessError, NotFoundError,
        RefusedError (as a signature that is wrong), LimitError.
        """
        return ClientJob(made(lib.aha_destination_check, self._handle), self._client)

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
