"""Written by scripts/generate from include/aha; do not edit."""

import enum

from .._names import Named


class Origin(Named):
    """The origin of an item."""

    #: Found by a scan.
    FOLDER = 1
    DROP = 2
    TAKE = 3
    #: A piece that was opened.
    PIECE = 4
    #: From a remote catalog.
    REMOTE = 5


class ItemState(enum.IntFlag):
    """Whether an item can be played here and now. Flags."""

    #: Its file exists, and starts like a sound that libaha decodes.
    PLAYABLE = 1
    #: Its file exists but cannot be decoded; AHA_ITEM_REASON says why.
    UNDECODABLE = 2
    MISSING = 4
    #: Not local, but aha_library_fetch can download it.
    DOWNLOADABLE = 8
    #: Remote, without a download.
    REMOTE_ONLY = 16
    ANY = 31


class ItemOrder(Named):
    """The sort order of a list."""

    #: The most recently added first.
    NEWEST = 0
    #: From A to Z, without regard to the case of ASCII letters.
    TITLE = 1
    #: The most recently played first.
    PLAYED = 2
    #: The shortest first.
    LENGTH = 3


class ItemText(Named):
    """Texts of an item."""

    #: An absolute path, whose bytes need not be UTF-8, or a URL.
    PLACE = 0
    #: The title of the piece, or the file's name.
    TITLE = 1
    ARTIST = 2
    TAGS = 3
    #: Why the file is undecodable.
    REASON = 4
    #: SHA-256 of the whole file, as 64 hexadecimal digits; "" if unknown.
    SHA256 = 5
    #: The piece's id, as other pieces refer to it; "" if unknown.
    PIECE_ID = 6
    #: The key after the analysis, as in "A minor"; "" before it.
    KEY = 7
    #: The piece's manifest, JSON.
    MANIFEST = 8
