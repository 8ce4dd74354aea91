"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: The end of a list, for aha_project_add_effect.
LAST = 4294967295


class FileState(Named):
    """Where the file of a track is."""

    #: At its place.
    PRESENT = 0
    #: It was found elsewhere by its content; that is noted.
    MOVED = 1
    #: At its place is a file with another content, and its own is nowhere.
    CHANGED = 2
    MISSING = 3


class OwnerKind(Named):
    """What a list of effects, or a lane, belongs to."""

    TRACK = 1
    BUS = 2
    #: For lanes.
    EFFECT = 3
