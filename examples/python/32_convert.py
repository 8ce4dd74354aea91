"""A part of a recording, faded, at a loudness, as mono MP3: one call.

    python3 32_convert.py IN OUT
"""
import sys

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
source, target = sys.argv[1:]

try:
    # Tags, cover and chapters of the input are kept.
    aha.convert(source, target, begin_us=500_000, end_us=2_500_000, channels=1, loudness_lufs=-16,
                fade_in_us=100_000, fade_out_us=500_000, fade_shape="smooth").wait()
    print(f"{target}: 2 seconds")
except aha.Error as error:
    sys.exit(f"32_convert: {error}")
