"""Rows of a project."""

from __future__ import annotations

from . import _structs
from ._abi import lib
from ._constants.project import OwnerKind
from ._handle import got

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, ClassVar

    from .project import Project


class Part:
    """A row of a project; equal to others of the same id."""

    _noun: ClassVar[str]
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

    def _row(self) -> Any:
        """Its values, in C's form."""
        return got(getattr(_structs, type(self).__name__)(), getattr(lib, f"aha_{self._noun}_get"),
                   self._handle, self.id)

    def _write(self, **values: Any) -> None:
        """Changes some of its values; parts are passed by their ids."""
        given = {name: one.id if isinstance(one, Part) else one for name, one in values.items()}
        row = getattr(_structs, type(self).__name__)(**{**self._row().values(), **given})
        getattr(lib, f"aha_{self._noun}_set")(self._handle, self.id, row)

    def __eq__(self, other: object) -> bool:
        return (type(self) is type(other) and isinstance(other, Part) and self.id == other.id
                and self._project is other._project)

    def __hash__(self) -> int:
        return hash((type(self), self.id))

    def __repr__(self) -> str:
        return f"<aha.{type(self).__name__} id={self.id}>"
