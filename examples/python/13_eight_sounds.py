"""Plays loops while their sliders move, records the moves as automation, and bounces the project.

    python3 13_eight_sounds.py PROJECT.aha OUT LOOP...

The stepped device simulates a sound card. The bounce equals the samples it received.
"""
import sys

import aha
import numpy as np

SECONDS, RATE = 4, 48000
if len(sys.argv) < 4:
    sys.exit(__doc__)
path, out, *loops = sys.argv[1:]
try:
    with aha.Project.create(path) as project, aha.Engine(sample_rate=RATE) as engine:
        for loop in loops:
            track = project.add_track(loop, gain_db=-9, loop=True)
            track.add_effect("filter").add_lane("cutoff_hz", mode="write")
        session = aha.Session(project, engine)
        sliders = [session.effect(track.effects[0]) for track in project.tracks]
        device = aha.Device(engine, "stepped")
        device.start()
        session.start(0)
        heard = []
        for step in range(50 * SECONDS):
            for number, slider in enumerate(sliders):
                slider.set("cutoff_hz", 2000 * 4 ** np.sin(step / 20 + number))
            heard.append(device.step(RATE // 50))
        session.stop()
        device.step(RATE // 50)
        print(f"{session.save_moves(exact=True)} lanes recorded, {session.lost_moves} moves lost")

        lanes = [track.effects[0].lanes[0] for track in project.tracks]
        for lane in lanes:
            lane.mode = "read"
        exactly = aha.Stream.memory()
        project.bounce(exactly, end_us=SECONDS * 1_000_000, tail=False, encoding="float_32").wait()
        same = np.array_equal(engine.load(exactly).read(), np.concatenate(heard))
        print(f"the bounce {'equals' if same else 'differs from'} the session")
        lanes[0].clear(2_000_000)  # an edit: the first filter stays as it was after two seconds
        project.bounce(out, end_us=SECONDS * 1_000_000, loudness_lufs=-14).wait()
        print(f"{out}: edited, and bounced to -14 LUFS")
except aha.Error as error:
    sys.exit(f"13_eight_sounds: {error}")
