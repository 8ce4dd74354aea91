"""Written by scripts/generate from include/aha; do not edit."""

import enum

from .._names import Named


class Grant(enum.IntFlag):
    """Ways to sign in; a provider allows some. Flags."""

    #: In a browser, by a code (RFC 6749 4.1, with PKCE S256 and state).
    CODE = 1
    #: In a browser, by a token in the redirect URL: the Allihoopa protocol.
    IMPLICIT = 2
    #: User name and password, for servers that still allow it.
    PASSWORD = 4
    #: The application itself, without a user.
    CLIENT = 8


class StoreKind(Named):
    """Where an account's token is kept."""

    #: A file.
    AUTO = 0
    #: A file of mode 0600 in the client's state folder.
    FILE = 1
    #: The desktop's keyring, by the command secret-tool; the file, when that does not answer within
    #: three seconds.
    SECRET_SERVICE = 2
    #: The functions of aha_store_callbacks.
    HOST = 3
    #: Nowhere: signed out when the client ends.
    MEMORY = 4


class AccountText(Named):
    """What there is to copy of an account."""

    #: The URL to open in a browser; "" when no sign-in waits.
    URL = 0
    PROVIDER = 1
    NAME = 2
    #: What the provider granted; "" when it did not say.
    SCOPES = 3
    #: Where the redirect leads: with the port that was free.
    REDIRECT_URL = 4
