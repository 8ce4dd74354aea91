"""Describes a piece: writes its manifest, embeds it in its file, and changes its key.

    python3 16_piece.py SOUND MANIFEST.json TITLE KEY

KEY is for example "F# minor", "8A" or "1m". Fields in SOUND's tags are kept. Without a valid title
or length, all problems are printed.
"""
import sys

import aha

if len(sys.argv) != 5:
    sys.exit(__doc__)
sound, manifest, title, key = sys.argv[1:]
try:
    piece = aha.Piece.load_tags(sound)
    with aha.Engine.offline() as engine:
        piece.length_us = round(engine.load(sound).info.seconds * 1e6)
    piece.title = title
    piece.tonality = key
    piece.loop_us = (0, piece.length_us)  # the whole piece loops
    for problem in piece.problems:
        print(f"{problem.field.name.lower()}: {problem.error.line}")
    piece.save(manifest)
    piece.embed(sound)  # other programs show title, key and more too
    if piece.manifest != aha.Piece.load_tags(sound).manifest:
        sys.exit("16_piece: it did not come back")
    print(f"{piece.title}: {piece.length_us / 1e6:.1f} s in {piece.tonality}")

    for relation in ("relative", "parallel", "dominant"):
        other = piece.tonality.related(relation)
        if other is not None:
            print(f"{relation}: {other}, {piece.tonality.shift_to(other):+d} semitones")
except aha.Error as error:
    sys.exit(f"16_piece: {error}")
