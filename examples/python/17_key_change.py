"""Plays a piece in another key: its sound through the pitch effect, and a voice tuned to its scale.

    python3 17_key_change.py SOUND KEY NOTE OUT.wav [VOICE]

KEY is the sound's key, for example "A minor"; NOTE is the root of the new key, for example "C".
"""
import sys

import aha

if len(sys.argv) not in (5, 6):
    sys.exit(__doc__)
sound, key, note, out, *voice = sys.argv[1:]
try:
    piece = aha.Piece(tonality=key)
    change = piece.key_change(aha.Tonality.read(note).root)
    if change is None:
        sys.exit(f"17_key_change: {key} is no key that could change")
    print(f"{piece.tonality} to {change.tonality}: {change.semitones:+d} semitones")
    with aha.Engine.offline() as engine:
        player = engine.play(engine.load(sound))
        player.chain.add(aha.Pitch(engine, cents=change.pitch_cents))
        if voice:
            tuner = aha.Tuner(engine, scale=change.tuner_scale, root=change.tuner_root)
            engine.play(engine.load(voice[0])).chain.add(tuner)
        engine.save(out, seconds=player.sound.info.seconds).wait()
except aha.Error as error:
    sys.exit(f"17_key_change: {error}")
