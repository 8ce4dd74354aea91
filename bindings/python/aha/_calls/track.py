"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._arguments import decoded_path, encoded_path, encoded_text, unsigned32
from .._handle import copied_text, text_of
from .._project_part import Part

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._arguments import Path


class TrackCalls(Part):
    """The calls of a project's track that Python adds nothing to."""

    @property
    def name(self) -> str:
        """A track's name. The C functions are aha_project_copy_track_name and
        aha_project_set_track_name. Errors: NotFoundError, InvalidArgumentError.
        """
        return text_of(lib.aha_project_copy_track_name, self._handle, self.id)

    @name.setter
    def name(self, name: str) -> None:
        lib.aha_project_set_track_name(self._handle, self.id, encoded_text("name", name))

    @property
    def path(self) -> str:
        """The last known absolute path of a track's file. The whole file is read. Blocks. The C
        functions are aha_project_copy_track_path and aha_project_set_track_path. Errors:
        NotFoundError, InvalidArgumentError.
        """
        return decoded_path(copied_text(lib.aha_project_copy_track_path, self._handle, self.id))

    @path.setter
    def path(self, path: Path) -> None:
        lib.aha_project_set_track_path(self._handle, self.id, encoded_path(path))

    def remove(self) -> None:
        """Removes a track with its effects, lanes, sends and side-chains; the file stays. The C
        function is aha_project_remove_track. Errors: NotFoundError.
        """
        lib.aha_project_remove_track(self._handle, self.id)

    def move(self, index: int) -> None:
        """Moves a track to an index in the list. ``index``: Below the count. The C function is
        aha_project_move_track. Errors: NotFoundError, InvalidArgumentError.
        """
        lib.aha_project_move_track(self._handle, self.id, unsigned32("index", index))


class ProjectBusCalls(Part):
    """The calls of a project's bus that Python adds nothing to."""

    @property
    def name(self) -> str:
        """A bus's name. The C functions are aha_project_copy_bus_name and aha_project_set_bus_name.
        Errors: NotFoundError, InvalidArgumentError.
        """
        return text_of(lib.aha_project_copy_bus_name, self._handle, self.id)

    @name.setter
    def name(self, name: str) -> None:
        lib.aha_project_set_bus_name(self._handle, self.id, encoded_text("name", name))

    def remove(self) -> None:
        """Removes a bus with its effects, lanes and side-chains, and the sends from it and to it;
        its tracks and buses are routed to its parent. The C function is aha_project_remove_bus.
        Errors: NotFoundError, InvalidArgumentError (the master).
        """
        lib.aha_project_remove_bus(self._handle, self.id)

    def move(self, index: int) -> None:
        """Moves a bus to an index in the list. ``index``: Below the count. The C function is
        aha_project_move_bus. Errors: NotFoundError, InvalidArgumentError.
        """
        lib.aha_project_move_bus(self._handle, self.id, unsigned32("index", index))


class ProjectEffectCalls(Part):
    """The calls of a project's effect that Python adds nothing to."""

    def set_impulse(self, path: Path, normalizes: int) -> None:
        """Sets the impulse response of a convolution. The whole file is read, so that a moved file
        can be found by its content. The sound may have at most 60 seconds. ``path``: Relative to
        the process's working folder, or absolute; stored relative to the project's folder.
        ``normalizes``: As in aha_effect_set_impulse. Blocks. The C function is
        aha_project_set_effect_impulse. Errors: NotFoundError, UnsupportedError (another kind of
        effect).
        """
        lib.aha_project_set_effect_impulse(self._handle, self.id, encoded_path(path),
                                           unsigned32("normalizes", normalizes))

    @property
    def impulse_path(self) -> str:
        """The last known absolute path of a convolution's impulse response; empty without one. The
        C function is aha_project_copy_effect_impulse_path. Errors: NotFoundError.
        """
        return decoded_path(copied_text(lib.aha_project_copy_effect_impulse_path, self._handle,
                            self.id))

    def remove(self) -> None:
        """Removes an effect with its lanes. The C function is aha_project_remove_effect. Errors:
        NotFoundError.
        """
        lib.aha_project_remove_effect(self._handle, self.id)
