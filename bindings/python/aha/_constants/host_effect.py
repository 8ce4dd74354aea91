"""Written by scripts/generate from include/aha; do not edit."""

#: The kind of an effect that the host implements. It is not one of aha_effect_kind_count.
EFFECT_HOST = 255
