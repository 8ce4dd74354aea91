"""Written by scripts/generate from include/aha; do not edit."""

from .._names import Named


class (Named):
    """The kind of an effect that the host implements. It is not one of aha_effect_kind_count."""

    HOST = 255
