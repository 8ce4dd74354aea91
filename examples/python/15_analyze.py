"""Analyzes sounds, several at a time, and prints the results.

    python3 15_analyze.py SOUND... PIECE.json

The piece describes the first sound: its measured fields, and its name as the title.
"""
import sys
from pathlib import Path

import aha

if len(sys.argv) < 3:
    sys.exit(__doc__)
*sounds, manifest = sys.argv[1:]


def drawn(outline, marks=" .:-=+*#"):
    """A line of text with the height of the sound's level."""
    return "".join(marks[min(7, int(8 * bin[2] / 0.5))] for bin in outline.tolist())


try:
    started = [aha.Analysis.start(sound) for sound in sounds]
    for sound, (found, job) in zip(sounds, started):
        job.wait()
        info = found.info
        tempo = f"{info.tempo_bpm:.1f} BPM" if info.tempo_bpm else "no tempo"
        print(f"{Path(sound).name}: {info.loudness_lufs:.1f} LUFS, {tempo}, {info.tonality}")
        print(f"  {len(found.onsets)} onsets |{drawn(found.outline(48))}|")
        for loop in found.loops[:1]:
            print(f"  goes round: frames {loop.begin_frame} to {loop.end_frame}, "
                  f"{loop.quality:.0%} alike")

    piece = aha.Piece(title=Path(sounds[0]).stem)
    guessed = started[0][0].fill(piece)
    print("guessed:", ", ".join(field.name.lower() for field in guessed))
    piece.save(manifest)
except aha.Error as error:
    sys.exit(f"15_analyze: {error}")
