"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class DestinationKind(Named):
    """What speaks to it."""

    #: A folder of this machine: no account, no network.
    FOLDER = 1
    #: A collection of a WebDAV server (RFC 4918); Nextcloud's and ownCloud's in chunks.
    WEBDAV = 2
    #: A bucket of Amazon S3 or of what speaks as it does.
    S3 = 3
    DROPBOX = 4
    SOUNDCLOUD = 5
    #: A server of the Allihoopa protocol.
    ALLIHOOPA = 6
    #: The functions of aha_destination_callbacks.
    HOST = 7


class WebDAVStyle(Named):
    """How a WebDAV server takes large files."""

    #: In chunks where the URL has "/remote.php/dav/files/".
    AUTO = 0
    PLAIN = 1
    NEXTCLOUD = 2


class DestinationText(Named):
    """Texts of a destination."""

    NAME = 0
    #: Where it is, without secrets.
    ADDRESS = 1
    #: Media types of sounds that it takes, separated by spaces; "" for any.
    TYPES = 2
    #: Who is signed in, as the last aha_destination_check was told: the name at the service, or
    #: WebDAV's user; "" before, and where nobody is.
    OWNER = 3
    #: What the service calls the application, likewise: Allihoopa; "" elsewhere.
    APPLICATION = 4
