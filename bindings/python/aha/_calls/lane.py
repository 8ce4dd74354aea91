"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .._abi import lib
from .._project_part import Part


class LaneCalls(Part):
    """The calls of a project's lane that Python adds nothing to."""

    def remove(self) -> None:
        """Removes a lane with its points. The C function is aha_project_remove_lane. Errors:
        NotFoundError.
        """
        lib.aha_project_remove_lane(self._handle, self.id)

    def __len__(self) -> int:
        """The number of points of a lane; 0 for an unknown lane. The C function is
        aha_project_point_count.
        """
        value: int = lib.aha_project_point_count(self._handle, self.id)
        return value
