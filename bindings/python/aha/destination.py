"""Destinations of drops: folders, WebDAV, S3, Dropbox, SoundCloud, Allihoopa, the host's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, SupportsIndex

from . import _registry, _structs
from ._abi import lib
from ._calls.destination import DestinationCalls
from ._arguments import encoded_text, optional_text
from ._client_child import milliseconds
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
    def dropbox(cls, account: Account, *, name: str | None = None, url: str | None = None,
                content_url: str | None = None, prefix: str | None = None,
                chunk_bytes: SupportsIndex = 0) -> Destination:
        """Creates a destination for the Dropbox of an account. ``prefix``: the folder of all drops.
        The C function is aha_destination_create_dropbox. Errors: InvalidArgumentError."""
        options = _structs.DropboxOptions(name=name, url=url, content_url=content_url,
                                          prefix=prefix, chunk_bytes=chunk_bytes)
        return cls._at(account, lib.aha_destination_create_dropbox, options)

    @classmethod
    def soundcloud(cls, account: Account, *, name: str | None = None, url: str | None = None,
                   license: str | None = None, genre: str | None = None, tags: Iterable[str] = (),
                   poll: float | None = None, downloadable: bool = False) -> Destination:
        """Creates a destination for the SoundCloud tracks of an account. ``license``: as in
        "cc-by". ``poll``: interval of polling for the end of the processing, in seconds; None is 3.
        The C function is aha_destination_create_soundcloud. Errors: InvalidArgumentError."""
        options = _structs.SoundcloudOptions(
            name=name, url=url, license=license, genre=genre, tags=_with_commas(tags),
            poll_ms=milliseconds("poll", poll), allow_download=downloadable)
        return cls._at(account, lib.aha_destination_create_soundcloud, options)

    @classmethod
    def allihoopa(cls, account: Account, *, name: str | None = None,
                  url: str | None = None) -> Destination:
        """Creates a destination for the pieces of an account at a server of the Allihoopa
        protocol. The C function is aha_destination_create_allihoopa. Errors:
        InvalidArgumentError."""
        return cls._at(account, lib.aha_destination_create_allihoopa,
                       _structs.AllihoopaOptions(name=name, url=url))

    @classmethod
    def _at(cls, account: Account, function: Any, options: Any) -> Destination:
        client = account.client
        return cls(client, made(function, client._handle, account._handle, options))

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
                               info.max_bytes or None, error)

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


def _with_commas(tags: Iterable[str]) -> bytes | None:
    """The tags as C expects them, separated by commas. A comma in a tag would split it, so it is a
    ValueError."""
    if isinstance(tags, str):
        raise TypeError("tags: a list of texts, not one text")
    texts = list(tags)
    for text in texts:
        if "," in text:
            raise ValueError(f"the tag {text!r} has a comma in it")
    return optional_text("tags", ",".join(texts)) if texts else None
