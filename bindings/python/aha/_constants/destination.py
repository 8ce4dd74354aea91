"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class DestinationText(Named):
    """Texts of a destination."""

    NAME = 0
    #: The address, without secrets.
    ADDRESS = 1
    #: Accepted media types of sounds, separated by spaces; "" for any.
    TYPES = 2
    #: The signed-in user, as of the last aha_destination_check: the name at the service, or
    #: WebDAV's user; "" before a check, and without a user.
    OWNER = 3
    #: The application's name at the service, as of the last check: Allihoopa only; "" elsewhere.
    APPLICATION = 4
    #: The settings as in the user's file of destinations, without secrets: lines of NAME=VALUE; ""
    #: for a host's own destination.
    SETTINGS = 5
