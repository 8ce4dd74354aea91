"""Written by scripts/generate from include/aha; do not edit."""

import enum

from .._names import Named


class Origin(Named):
    """Where an item came from."""

    #: Found by a scan.
    FOLDER = 1
    DROP = 2
    TAKE = 3
    #: Opened.
    PIECE = 4
    #: Of a remote catalogue.
    REMOTE = 5


class ItemState(enum.IntFlag):
    """Whether an item can be heard here and now. Flags."""

    #: Its file is there, and begins as a sound that libaha decodes.
    PLAYABLE = 1
    #: Its file is there; AHA_ITEM_REASON says what is wrong with it.
    UNDECODABLE = 2
    MISSING = 4
    #: Not here, but it can be fetched.
    DOWNLOADABLE = 8
    #: Somewhere else, to be looked at only.
    REMOTE_ONLY = 16
    ANY = 31


class ItemOrder(Named):
    """What a list is in order of."""

    #: Those that were found last, first.
    NEWEST = 0
    #: From A to Z, without regard to the case of ASCII letters.
    TITLE = 1
    #: Those that were played last, first.
    PLAYED = 2
    #: The shortest first.
    LENGTH = 3


class ItemText(Named):
    """Texts of an item."""

    #: An absolute path, whose bytes need not be UTF-8, or a URL.
    PLACE = 0
    #: Of the piece, or the file's name.
    TITLE = 1
    ARTIST = 2
    TAGS = 3
    #: Why it is undecodable.
    REASON = 4
    #: Of all its bytes, as 64 hexadecimal letters.
    SHA256 = 5
    #: What other pieces call it.
    PIECE_ID = 6
    #: Once it was analyzed, as in "A minor".
    KEY = 7
    #: The piece's manifest, JSON.
    MANIFEST = 8
