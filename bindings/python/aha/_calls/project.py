"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

import ctypes as c

from .. import _structs
from .._abi import lib
from .._arguments import decoded_path, encoded_text, signed64, unsigned64
from .._constants.base import Result
from .._handle import Handle, copied_text, text_of

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.project import ProjectSettings


class ProjectCalls(Handle):
    """The calls of aha_project that Python adds nothing to."""

    @property
    def read_only(self) -> bool:
        """True when the project is open for reading only. The C function is aha_project_read_only.
        """
        return bool(lib.aha_project_read_only(self._handle))

    @property
    def revision(self) -> int:
        """A number that increases with every change: edits, undo, redo, and changes by other
        programs. The C function is aha_project_revision.
        """
        value: int = lib.aha_project_revision(self._handle)
        return value

    @property
    def path(self) -> str:
        """The project's path: absolute, with symbolic links resolved. The C function is
        aha_project_copy_path.
        """
        return decoded_path(copied_text(lib.aha_project_copy_path, self._handle))

    @property
    def settings(self) -> ProjectSettings:
        """The settings. The C function is aha_project_get_settings."""
        from .._records.project import ProjectSettings

        settings = _structs.ProjectSettings()
        lib.aha_project_get_settings(self._handle, settings)
        return ProjectSettings._of(settings)

    @property
    def title(self) -> str:
        """The title. ``title``: UTF-8, at most 1000 characters, like every name in a project. The C
        functions are aha_project_copy_title and aha_project_set_title. Errors:
        InvalidArgumentError.
        """
        return text_of(lib.aha_project_copy_title, self._handle)

    @title.setter
    def title(self, title: str) -> None:
        lib.aha_project_set_title(self._handle, encoded_text("title", title))

    def undo(self) -> bool:
        """Undoes the last edit. The C function is aha_project_undo. Errors: StateError (a group is
        open).
        """
        return bool(lib.aha_project_undo(self._handle) != Result.END)

    def redo(self) -> bool:
        """Redoes the last undone edit. The C function is aha_project_redo. Errors: StateError (a
        group is open).
        """
        return bool(lib.aha_project_redo(self._handle) != Result.END)

    @property
    def undo_title(self) -> str:
        """The title of the edit that aha_project_undo would undo. The C function is
        aha_project_copy_undo_title.
        """
        return text_of(lib.aha_project_copy_undo_title, self._handle)

    @property
    def redo_title(self) -> str:
        """The title of the edit that aha_project_redo would redo. The C function is
        aha_project_copy_redo_title.
        """
        return text_of(lib.aha_project_copy_redo_title, self._handle)

    def add_marker(self, time_us: int, name: str = "") -> int:
        """Adds a marker. ``name``: "" for none. The C function is aha_project_add_marker. Errors:
        InvalidArgumentError.
        """
        id = c.c_uint64()
        lib.aha_project_add_marker(self._handle, signed64("time_us", time_us),
                                   encoded_text("name", name), id)
        return id.value

    def set_marker(self, marker: int, time_us: int, name: str) -> None:
        """Changes the time and name of a marker. The C function is aha_project_set_marker. Errors:
        NotFoundError, InvalidArgumentError.
        """
        lib.aha_project_set_marker(self._handle, unsigned64("marker", marker),
                                   signed64("time_us", time_us), encoded_text("name", name))

    def remove_marker(self, marker: int) -> None:
        """Removes a marker. The C function is aha_project_remove_marker. Errors: NotFoundError."""
        lib.aha_project_remove_marker(self._handle, unsigned64("marker", marker))
