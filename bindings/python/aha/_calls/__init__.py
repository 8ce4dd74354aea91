"""Written by scripts/generate from include/aha; do not edit."""
