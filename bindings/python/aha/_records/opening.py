"""Written by scripts/generate from include/aha; do not edit."""

from __future__ import annotations

from typing import Any, NamedTuple

from .._constants.drop import Asset


class OpenedAsset(NamedTuple):
    """A file of an opened piece."""

    asset: Asset
    #: Bytes; none if unknown.
    size: int | None
    #: Its name and media type; truncated to 255 and 127 bytes.
    name: str
    type: str
    #: As 64 hexadecimal digits; "" if unknown.
    sha256: str

    @classmethod
    def _of(cls, struct: Any) -> OpenedAsset:
        return cls(Asset(struct.asset), None if struct.size < 0 else struct.size,
                   struct.name.decode("utf-8", "surrogateescape"), struct.type.decode("utf-8",
                   "surrogateescape"), struct.sha256.decode("utf-8", "surrogateescape"))
