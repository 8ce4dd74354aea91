"""The version of the loaded library."""

from __future__ import annotations

from ._abi import lib


def version_text() -> str:
    """The version, for example ``"0.4.0"``. The C function is aha_version_text."""
    text: str = lib.aha_version_text()
    return text


def version_number() -> int:
    """The version as a number: major * 1000000 + minor * 1000 + patch.

    The C function is aha_version_number.
    """
    number: int = lib.aha_version_number()
    return number
