"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class DestinationKind(Named):
    """The protocol of a destination."""

    #: A local folder: no account, no network.
    FOLDER = 1
    #: A collection of a WebDAV server (RFC 4918); Nextcloud and ownCloud receive chunks.
    WEBDAV = 2
    #: A bucket of Amazon S3 or of a compatible service.
    S3 = 3
    DROPBOX = 4
    SOUNDCLOUD = 5
    #: A server of the Allihoopa protocol.
    ALLIHOOPA = 6
    #: The functions of aha_destination_callbacks.
    HOST = 7


class WebDAVStyle(Named):
    """How large files are uploaded to a WebDAV server."""

    #: In chunks if the URL contains "/remote.php/dav/files/".
    AUTO = 0
    PLAIN = 1
    NEXTCLOUD = 2
