"""The texts of a drop."""

from __future__ import annotations

from typing import Any, NamedTuple, Optional

from . import _registry, _structs
from ._abi import lib
from ._calls.drop import DropCalls
from ._constants.drop import Asset as Asset, DropStage as DropStage, DropText as DropText
from .base import Error, Result, error_for


class DropProgress(NamedTuple):
    """The progress of a drop."""

    stage: DropStage
    #: Whether it is over.
    over: bool
    #: Why it failed or broke off; None when it did not.
    error: Optional[Error]
    #: Of all files that are known: confirmed by the destination, or on their way.
    bytes_done: int
    bytes_total: int
    #: Bytes sent more than once, because uploads broke off.
    bytes_repeated: int


class DropTexts(DropCalls):
    """The half of a drop that can be asked."""

    @property
    def progress(self) -> DropProgress:
        """The progress. The C function is aha_drop_get_progress."""
        now = _structs.DropProgress()
        lib.aha_drop_get_progress(self._handle, now)
        error = (error_for(now.result, lib.aha_result_name(now.result), self.error)
                 if now.result < 0 else None)
        return DropProgress(DropStage(now.stage), now.result != Result.PENDING, error,
                            now.bytes_done, now.bytes_total, now.bytes_repeated)

    @property
    def stage(self) -> DropStage:
        """The state of the drop."""
        return self.progress.stage

    @property
    def context(self) -> Any:
        """The ``context`` of its creation; None for a drop of another process. The C function is
        aha_drop_context."""
        return _registry.find(lib.aha_drop_context(self._handle) or 0)

    def _shown(self) -> dict[str, Any]:
        return {"id": self.id[:8], "title": repr(self.title), "stage": self.stage.name.lower()}
