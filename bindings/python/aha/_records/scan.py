"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.base import Result


class ReportInfo(NamedTuple):
    """The result of a scan or a sync, in numbers of items."""

    #: Checked items; for a scan: files with the file names of sounds.
    seen: int
    added: int
    changed: int
    #: Found at another place.
    moved: int
    unchanged: int
    #: No longer found.
    missing: int
    #: Files that cannot be decoded, among all seen items, unchanged ones included.
    undecodable: int
    #: Changed remotely and locally; the local values stay.
    conflicts: int
    #: Lines for a person: folders that could not be read, entries that were left out, conflicts.
    lines: tuple[str, ...]
    #: True: the remote catalog reported no change.
    is_unchanged: bool

    @classmethod
    def _of(cls, struct: Any, lines: tuple[str, ...]) -> ReportInfo:
        return cls(struct.seen, struct.added, struct.changed, struct.moved, struct.unchanged,
                   struct.missing, struct.undecodable, struct.conflicts, lines,
                   bool(struct.is_unchanged))


class WatchStatus(NamedTuple):
    """Status of a watch."""

    #: Number of folder scans since the start.
    scans: int
    #: Items that were added, changed, moved, or are missing since then.
    changes: int
    #: AHA_OK, or the error of the last scan; the watch continues after an error.
    result: Result
    #: True: a watch is active.
    is_watching: bool
    #: True: there are more folders than the kernel can watch; all are scanned every minute.
    is_limited: bool

    @classmethod
    def _of(cls, struct: Any) -> WatchStatus:
        return cls(struct.scans, struct.changes, Result(struct.result), bool(struct.is_watching),
                   bool(struct.is_limited))
