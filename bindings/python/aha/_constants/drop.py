"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Asset(Named):
    """What a file is to a piece."""

    #: The sound itself: required.
    MIX_STEM = 1
    #: A shorter or smaller sound to listen to first; none: the mix stem serves.
    PREVIEW = 2
    #: A picture; none: drawn from the piece. Scaled to 640 x 640.
    COVER = 3
    #: Any file, at most 30 MB (30 000 000 bytes).
    ATTACHMENT = 4


class DropStage(Named):
    """How far a drop is."""

    PREPARING = 0
    SIGNING_IN = 1
    #: The host edits while files are sent.
    EDITING = 2
    #: Committed; files are still on their way.
    SENDING = 3
    CREATING = 4
    #: Cancelled: what it left at the destination is being taken away, or could not be yet; then
    #: aha_drop_discard tries again.
    CLEANING = 5
    DONE = 6
    #: It can be started again: aha_drop_open.
    BROKEN = 7
    #: It came to an end without success.
    FAILED = 8
    CANCELLED = 9


class DropText(Named):
    """Texts of a drop."""

    #: 32 hexadecimal letters.
    ID = 0
    TITLE = 1
    #: The destination's name, kind (as in "webdav") and address.
    DESTINATION = 2
    KIND = 3
    ADDRESS = 4
    #: What people open; "" before it is done, or where there is none.
    URL = 5
    #: What the destination calls it; "" before it is done.
    REMOTE_ID = 6
    #: SHA-256 of the mix stem, as 64 hexadecimal letters; "" before it was sent.
    SHA256 = 7
    #: Why it failed or broke off; "" when it did not.
    ERROR = 8
    #: As AHA_DROP_SHA256, of the other files; "" for those that there are none of.
    PREVIEW_SHA256 = 9
    COVER_SHA256 = 10
    ATTACHMENT_SHA256 = 11
