"""Written by scripts/generate from include/aha; do not edit."""

#: The kind of an effect that is an LV2 plug-in; its first parameter is AHA_EFFECT_LV2 << 8.
EFFECT_LV2 = 254
