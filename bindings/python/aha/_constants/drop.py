"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class Asset(Named):
    """The role of a file in a piece."""

    #: The sound itself: required.
    MIX_STEM = 1
    #: A shorter or smaller sound for preview; without one, the mix stem is used.
    PREVIEW = 2
    #: A picture, PNG or JPEG, scaled to 640 x 640 and converted as the destination needs it;
    #: without one, a cover is drawn from the piece, unless omits_cover is set.
    COVER = 3
    #: Any file, at most 30 MB (30 000 000 bytes).
    ATTACHMENT = 4


class DropStage(Named):
    """The stage of a drop."""

    PREPARING = 0
    SIGNING_IN = 1
    #: The host edits the piece while files are sent.
    EDITING = 2
    #: Committed; files are still being sent.
    SENDING = 3
    CREATING = 4
    #: Cancelled: its files at the destination are being deleted, or deletion failed;
    #: aha_drop_discard retries it.
    CLEANING = 5
    DONE = 6
    #: Interrupted; it can be started again: aha_drop_open.
    BROKEN = 7
    #: It ended without success.
    FAILED = 8
    CANCELLED = 9


class DropText(Named):
    """Texts of a drop."""

    #: 32 hexadecimal digits.
    ID = 0
    #: The piece's title.
    TITLE = 1
    #: The destination's name.
    DESTINATION = 2
    #: The destination's kind, as in "webdav".
    KIND = 3
    #: The destination's address.
    ADDRESS = 4
    #: The URL to open: a page, a post, a shared link, a presigned link of a private bucket, or a
    #: file: URL; "" before the drop is done, or without one.
    URL = 5
    #: The id at the destination; "" before the drop is done.
    REMOTE_ID = 6
    #: SHA-256 of the mix stem, as 64 hexadecimal digits; "" before it was sent.
    SHA256 = 7
    #: The error of a failed or interrupted drop; "" for others.
    ERROR = 8
    #: SHA-256 of the preview; "" if the drop has none.
    PREVIEW_SHA256 = 9
    #: SHA-256 of the cover; "" if the drop has none.
    COVER_SHA256 = 10
    #: SHA-256 of the attachment; "" if the drop has none.
    ATTACHMENT_SHA256 = 11
    #: The end of the URL's life, as in "2026-11-22T05:49:43Z", for a presigned link to a private
    #: bucket; "": the URL stays.
    URL_EXPIRES = 12
    #: As AHA_EVENT_DROP_WARNING, until the drop is released; "" without one.
    WARNING = 13
