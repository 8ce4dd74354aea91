"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from .. import _structs
from .._abi import lib
from .._handle import Handle

TYPE_CHECKING = False
if TYPE_CHECKING:
    from .._records.analysis import AnalysisInfo


class AnalysisCalls(Handle):
    """The calls of aha_analysis that Python adds nothing to."""

    @property
    def info(self) -> AnalysisInfo:
        """The numbers. The C function is aha_analysis_get_info. Errors: StateError (the job is
        running, or failed).
        """
        from .._records.analysis import AnalysisInfo

        info = _structs.AnalysisInfo()
        lib.aha_analysis_get_info(self._handle, info)
        return AnalysisInfo._of(info)
