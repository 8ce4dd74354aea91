"""Destinations of drops: folders, WebDAV, S3, Dropbox, SoundCloud, Allihoopa, the host's own."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple, Optional

from . import _registry, _structs
from ._abi import lib
from ._calls.destination import DestinationCalls
from ._arguments import encoded_text
from ._constants.destination import DestinationText as DestinationText
from ._constants.destination_kinds import WebDAVStyle as WebDAVStyle
from ._constants.piece import DestinationKind as DestinationKind
from ._errors import NotFoundError
from ._handle import made, text_of
from ._host_destination import CALLBACKS, HostDestination
from .account import Account
from .base import Error, error_of

if TYPE_CHECKING:
    from .client import Client


class DestinationInfo(NamedTuple):
    """Capabilities and readiness of a destination."""

    kind: DestinationKind
    #: Interrupted uploads can be resumed, also in another process.
    resumable: bool
    #: A drop has a URL that others can open.
    public_link: bool
    #: It stores a page and a manifest beside the sound.
    page: bool
    #: Max bytes of a file; None: no known limit.
    max_bytes: Optional[int]
    #: The error that prevents sending now; None if the destination is ready.
    error: Optional[Error]
    #: Bytes that the user may still store, as of the last check; None: unknown.
    free_bytes: Optional[int] = None

    @property
    def ready(self) -> bool:
        """Whether the destination can receive a drop now."""
        return self.error is None


class Destination(DestinationCalls):
    """A destination of drops. ``aha.Destination.folder(client, path)``, ``.webdav``, ``.s3``,
    ``.dropbox``, ``.soundcloud``, ``.allihoopa`` and ``.host`` create one, and add it to the
    client's list.
    """

    _noun = "destination"
    _shows = ("name", "address")

    def __init__(self, client: Client, handle: int) -> None:
        super().__init__(handle, client)

    @classmethod
    def host(cls, client: Client, name: str, destination: HostDestination) -> Destination:
        """Creates a destination from the host's own object. The C function is
        aha_destination_create_host."""
        return cls(client, made(
            lib.aha_destination_create_host, client._handle, encoded_text("name", name), CALLBACKS,
            _registry.keep(destination), _registry.destroy))

    @property
    def info(self) -> DestinationInfo:
        """The capabilities and the readiness, without the network. Blocks. The C function is
        aha_destination_get_info."""
        info = _structs.DestinationInfo()
        lib.aha_destination_get_info(self._handle, info)
        error = error_of(info.ready, lib.aha_last_error())
        return DestinationInfo(DestinationKind(info.kind), bool(info.is_resumable),
                               bool(info.has_public_link), bool(info.has_page),
                               info.max_bytes or None, error,
                               info.free_bytes if info.free_bytes >= 0 else None)

    @property
    def account(self) -> Account | None:
        """The account that the destination signs in with; None without one. Blocks. The C function
        is aha_destination_get_account. Errors: StateError (the client has opened the account with
        other URLs or another client id), the error of an unusable saved destination."""
        try:
            handle = made(lib.aha_destination_get_account, self._handle)
        except NotFoundError:
            return None
        return Account._of(handle, self)

    @property
    def types(self) -> list[str]:
        """Accepted media types of sounds; empty for any."""
        return text_of(lib.aha_destination_copy_text, self._handle,
                       DestinationText.TYPES).split()
