"""Destinations of drops: folders, WebDAV, S3, Dropbox, SoundCloud, Allihoopa, the host's own."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple, Optional, SupportsIndex

from . import _registry, _structs
from ._abi import lib
from ._calls.destination import DestinationCalls
from ._arguments import Path, encoded_text, optional_path, optional_text
from ._client_child import milliseconds
from ._constants.destination import (
    DestinationKind as DestinationKind,
    DestinationText as DestinationText,
    WebDAVStyle as WebDAVStyle,
)
from ._handle import handle_of, made, text_of
from ._host_destination import CALLBACKS, HostDestination
from .base import Error, error_for

if TYPE_CHECKING:
    from .account import Account
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

    def __init__(self, client: Client, kind: DestinationKind | str, *, name: str | None = None,
                 url: Path | None = None, account: Account | None = None,
                 user: str | None = None, password: str | None = None,
                 password_file: Path | None = None, session_token: str | None = None,
                 region: str | None = None, bucket: str | None = None, prefix: str | None = None,
                 public_url: str | None = None, content_url: str | None = None,
                 chunk_bytes: SupportsIndex = 0, virtual_host: bool = False,
                 webdav: WebDAVStyle | str = WebDAVStyle.AUTO, poll: float | None = None,
                 license: str | None = None, genre: str | None = None,
                 tags: Iterable[str] = (), downloadable: bool = False, acl: str | None = None,
                 _made: int | None = None) -> None:
        """Creates any destination except a host's own. It is not contacted yet. Blocks. The C
        function is aha_destination_create.

        ``name``: up to 100 bytes; None is its address. ``prefix``: the folder or key prefix of all
        drops. ``public_url``: base of the public URLs, before a drop's folder. ``content_url``:
        Dropbox's URL for content; None derives it from ``url``. ``chunk_bytes``: bytes per chunk;
        0 is about 8 MiB. ``poll``: interval of polling a service for completion, in seconds; None
        is 3. ``license``, as in "cc-by", ``genre``, ``tags`` and ``downloadable`` are for
        SoundCloud, ``acl``, as in "public-read", for S3.

        Errors: InvalidArgumentError (a required option is missing, an invalid URL, secrets without
        https to another machine, an unknown license or ACL), NotFoundError (the password's file).
        """
        if _made is None:
            options = _structs.DestinationOptions(
                name=name, url=optional_path(url),
                account=handle_of(account), user=user, password=password,
                password_file=optional_path(password_file),
                session_token=session_token, region=region, bucket=bucket, prefix=prefix,
                public_url=public_url, content_url=content_url, chunk_bytes=chunk_bytes,
                uses_virtual_host=virtual_host, webdav=WebDAVStyle.of(webdav),
                poll_ms=milliseconds("poll", poll), license=license, genre=genre,
                tags=_with_commas(tags), acl=acl, is_downloadable=downloadable)
            _made = made(lib.aha_destination_create, client._handle, DestinationKind.of(kind),
                         options)
        super().__init__(_made, lib.aha_destination_release, client)

    @classmethod
    def folder(cls, client: Client, path: Path, **more: Any) -> Destination:
        """Creates a local folder destination from a path or a file: URL."""
        return cls(client, DestinationKind.FOLDER, url=path, **more)

    @classmethod
    def webdav(cls, client: Client, url: str, user: str | None = None,
               password: str | None = None, **more: Any) -> Destination:
        """Creates a destination for a collection of a WebDAV server. With ``account`` in place of
        user and password, requests carry its token. ``webdav``: how large files are uploaded,
        ``"nextcloud"`` (in chunks) or ``"plain"``."""
        return cls(client, DestinationKind.WEBDAV, url=url, user=user, password=password, **more)

    @classmethod
    def s3(cls, client: Client, bucket: str, key_id: str, secret: str | None = None, *,
           endpoint: str | None = None, **more: Any) -> Destination:
        """Creates a destination for a bucket of Amazon S3, or of a compatible service at
        ``endpoint``. ``password_file`` can replace the secret access key."""
        return cls(client, DestinationKind.S3, bucket=bucket, user=key_id, password=secret,
                   url=endpoint, **more)

    @classmethod
    def dropbox(cls, account: Account, **more: Any) -> Destination:
        """Creates a destination for the Dropbox of an account."""
        return cls(account.client, DestinationKind.DROPBOX, account=account, **more)

    @classmethod
    def soundcloud(cls, account: Account, **more: Any) -> Destination:
        """Creates a destination for the SoundCloud tracks of an account."""
        return cls(account.client, DestinationKind.SOUNDCLOUD, account=account, **more)

    @classmethod
    def allihoopa(cls, account: Account, **more: Any) -> Destination:
        """Creates a destination for the pieces of an account at a server of the Allihoopa
        protocol."""
        return cls(account.client, DestinationKind.ALLIHOOPA, account=account, **more)

    @classmethod
    def host(cls, client: Client, name: str, destination: HostDestination) -> Destination:
        """Creates a destination from the host's own object. The C function is
        aha_destination_create_host."""
        return cls(client, DestinationKind.HOST, _made=made(
            lib.aha_destination_create_host, client._handle, encoded_text("name", name), CALLBACKS,
            _registry.keep(destination), _registry.destroy))

    @property
    def info(self) -> DestinationInfo:
        """The capabilities and the readiness, without the network. Blocks. The C function is
        aha_destination_get_info."""
        info = _structs.DestinationInfo()
        lib.aha_destination_get_info(self._handle, info)
        error = (error_for(info.ready, lib.aha_result_name(info.ready), lib.aha_last_error())
                 if info.ready < 0 else None)
        return DestinationInfo(DestinationKind(info.kind), bool(info.is_resumable),
                               bool(info.has_public_link), bool(info.has_page),
                               info.max_bytes or None, error)

    @property
    def types(self) -> list[str]:
        """Accepted media types of sounds; empty for any."""
        return text_of(lib.aha_destination_copy_text, self._handle,
                       DestinationText.TYPES).split()

    def _shown(self) -> dict[str, Any]:
        return {"name": self.name, "address": self.address}


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
