"""Written by scripts/generate from include/aha; do not edit."""

#: Max effects in one chain.
CHAIN_EFFECTS_MAX = 32
