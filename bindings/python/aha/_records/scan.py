"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.base import Result


class ReportInfo(NamedTuple):
    """What came of a scan or a sync, in numbers of items."""

    #: That were looked at; of a scan: files that are called as sounds are.
    seen: int
    added: int
    changed: int
    #: Found again at another place.
    moved: int
    unchanged: int
    #: That are not there any more.
    missing: int
    #: Of all that were seen, also of the unchanged: files that cannot be decoded.
    undecodable: int
    #: Changed there and here: what is here stays.
    conflicts: int
    #: Lines for a person: folders that could not be read, entries that were left out, conflicts.
    lines: tuple[str, ...]
    #: True: the remote catalogue said that it is as it was.
    is_unchanged: bool

    @classmethod
    def _of(cls, struct: Any, lines: tuple[str, ...]) -> ReportInfo:
        return cls(struct.seen, struct.added, struct.changed, struct.moved, struct.unchanged,
                   struct.missing, struct.undecodable, struct.conflicts, lines,
                   bool(struct.is_unchanged))


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
