"""Draw a sound: its cover, its waveform, its spectrum over time; or use your own picture.

    python3 18_pictures.py SOUND FOLDER [TITLE [ARTIST [KEY [IMAGE]]]]
"""
import sys
from pathlib import Path

import aha

if not 3 <= len(sys.argv) <= 7:
    sys.exit(__doc__)
sound, folder, *words = sys.argv[1:]
title, artist, key, image = (*words, *[""] * (4 - len(words)))
try:
    out = Path(folder)
    piece = aha.Piece(title=title, artist=artist, tonality=key or "unknown")
    if image:
        info = aha.copy_cover(image, out / "cover.png")
        print(f"{image} is {info.width} x {info.height}"
              + (", and was cut and scaled" if info.is_scaled else ""))
    else:
        aha.draw_cover(piece, out / "cover.png", sound=sound)
    aha.draw_waveform(sound, out / "waveform.png", width=1200, height=200,
                      foreground=0xFF8C42, background=0x1B1B2F)
    aha.draw_spectrogram(sound, out / "spectrogram.png", width=1200, height=400)
    for picture in ("cover", "waveform", "spectrogram"):
        print(f"{picture}.png: {(out / f'{picture}.png').stat().st_size} bytes")
except aha.Error as error:
    sys.exit(f"18_pictures: {error}")
