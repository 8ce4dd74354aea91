"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple



class RequestProgress(NamedTuple):
    """Progress of a request."""

    sent_bytes: int
    #: 0 while unknown.
    sent_total: int
    received_bytes: int
    #: 0 while unknown.
    received_total: int
    #: Tries so far.
    tries: int

    @classmethod
    def _of(cls, struct: Any) -> RequestProgress:
        return cls(struct.sent_bytes, struct.sent_total, struct.received_bytes,
                   struct.received_total, struct.tries)
