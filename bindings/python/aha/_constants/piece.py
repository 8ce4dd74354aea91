"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class PieceText(Named):
    """The texts of a piece."""

    #: 1 to 50 Unicode code points, not only white space.
    TITLE = 0
    #: At most 140 code points.
    DESCRIPTION = 1
    #: At most 140 code points.
    ARTIST = 2
    #: The MIME type of the attachment: data of the program that made the piece. "" without an
    #: attachment.
    ATTACHMENT_TYPE = 3


class PieceField(Named):
    """The parts of a piece, in the order in which they are checked."""

    TITLE = 1
    LENGTH = 2
    TEMPO = 3
    LOOP = 4
    TIME_SIGNATURE = 5
    DESCRIPTION = 6
    ARTIST = 7
    BASED_ON = 8
    TONALITY = 9
    ATTACHMENT = 10
