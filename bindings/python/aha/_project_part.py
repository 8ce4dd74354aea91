"""Rows of a project."""

from __future__ import annotations

from ._constants.project import OwnerKind

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .project import Project


class Part:
    """A row of a project; equal to others of the same id."""

    _kind: OwnerKind | None = None

    def __init__(self, project: Project, number: int) -> None:
        self._project, self.id = project, number

    @property
    def project(self) -> Project:
        """The project of this row."""
        return self._project

    @property
    def _handle(self) -> int:
        return self._project._handle

    def __eq__(self, other: object) -> bool:
        return (type(self) is type(other) and isinstance(other, Part) and self.id == other.id
                and self._project is other._project)

    def __hash__(self) -> int:
        return hash((type(self), self.id))

    def __repr__(self) -> str:
        return f"<aha.{type(self).__name__} id={self.id}>"
