"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class PieceText(Named):
    """The texts of a piece."""

    #: 1 to 1000 Unicode code points, not only white space. In all texts, controls that reorder the
    #: text after them (U+202A to U+202E, U+2066 to U+2069) are a problem.
    TITLE = 0
    #: At most 10 000 code points.
    DESCRIPTION = 1
    #: At most 1000 code points.
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
