"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


#: The end of a list, for aha_project_add_effect.
LAST = 4294967295


class FileState(Named):
    """The state of a track's file."""

    #: The file is at its path.
    PRESENT = 0
    #: The file was found elsewhere by its content; the project records the new path.
    MOVED = 1
    #: The file at its path has other content, and the original was not found.
    CHANGED = 2
    MISSING = 3


class OwnerKind(Named):
    """The kind of object that owns a list of effects, or a lane."""

    TRACK = 1
    BUS = 2
    #: For lanes.
    EFFECT = 3
