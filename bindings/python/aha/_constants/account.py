"""Written by scripts/generate from include/aha; do not edit."""

import enum

from .._names import Named


class Grant(enum.IntFlag):
    """OAuth 2 grant types; a provider allows some of them. Flags."""

    #: In a browser, with an authorization code (RFC 6749 4.1, with PKCE S256 and state).
    CODE = 1
    #: In a browser, with a token in the redirect URL: the Allihoopa protocol.
    IMPLICIT = 2
    #: User name and password, for servers that still allow it.
    PASSWORD = 4
    #: The application itself, without a user.
    CLIENT = 8


class StoreKind(Named):
    """The token store of an account."""

    #: A file.
    AUTO = 0
    #: A file of mode 0600 in the client's state folder.
    FILE = 1
    #: The desktop's keyring, through the command secret-tool. Fallback: the file, if secret-tool
    #: does not answer within three seconds.
    SECRET_SERVICE = 2
    #: The functions of aha_store_callbacks.
    HOST = 3
    #: Memory only: the account is signed out when the client ends.
    MEMORY = 4


class AccountText(Named):
    """The texts of an account."""

    #: The URL to open in a browser; "" if no sign-in is pending.
    URL = 0
    PROVIDER = 1
    NAME = 2
    #: The granted scopes; "" if the provider did not report them.
    SCOPES = 3
    #: The redirect URL in use, with the selected port.
    REDIRECT_URL = 4
