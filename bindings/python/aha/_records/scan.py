"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.base import Result


class WatchStatus(NamedTuple):
    """What a watch has come to."""

    #: How often folders were scanned since it was started.
    scans: int
    #: Items that were added, changed, moved, or are missing since then.
    changes: int
    #: AHA_OK, or why the last scan failed; others follow.
    result: Result
    #: True: there is a watch.
    is_watching: bool
    #: True: there are more folders than the kernel watches; all are scanned each minute.
    is_limited: bool

    @classmethod
    def _of(cls, struct: Any) -> WatchStatus:
        return cls(struct.scans, struct.changes, Result(struct.result), bool(struct.is_watching),
                   bool(struct.is_limited))
