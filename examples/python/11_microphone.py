"""Records a microphone to a song, so that the take is aligned with the song at any latency.

    python3 11_microphone.py SONG TAKE [ID]

A cable from output to input, or a microphone near the speaker, makes the latency measurable.
Without an ID the default devices are used; "null" has no hardware and records silence.
"""
import sys

import aha

if len(sys.argv) not in (3, 4):
    sys.exit(__doc__)
file, out, id = [*sys.argv[1:], ""][:3]
try:
    with aha.Engine() as engine:
        song = engine.load(file)
        speaker, microphone = aha.Device(engine, id), aha.Device(engine, id, direction="input")
        bus = engine.bus()
        live = aha.Input(engine, bus, microphone)
        live.monitored = False  # recorded but not audible
        microphone.start()
        speaker.start()
        try:
            print(f"the way back takes {live.measure_latency()} frames")
        except aha.NotFoundError:
            print(f"no way back is heard; {live.latency_frames} frames are assumed")

        recorder = aha.Recorder(engine, out, bus, replace=True)  # a new file may take long
        begin = engine.position + engine.sample_rate // 2
        arrival = begin + live.latency_frames
        recorder.start(at=arrival)
        recorder.stop(at=arrival + len(song))
        engine.play(song, at=begin)
        recorder.wait()
        print(f"{out}: {len(recorder.take()) / engine.sample_rate:.2f} seconds,"
              f" {live.status.underruns} underruns")
except aha.Error as error:
    sys.exit(f"11_microphone: {error}")
