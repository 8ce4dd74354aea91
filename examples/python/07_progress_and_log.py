"""A long save that shows its progress, ends on Ctrl-C, and logs to Python's logging.

    python3 07_progress_and_log.py FILE OUT
"""
import logging
import sys

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
file, out = sys.argv[1:]
logging.basicConfig(level=logging.WARNING)
aha.log_to(logging.getLogger("aha"))

try:
    with aha.Engine.offline(sample_rate=44100) as engine:
        sound = engine.load(file, streamed=True)
        info = sound.info
        print(f"{file}: {info.seconds:.1f} s, {info.sample_rate} Hz, {info.encoding.label}")
        engine.play(sound, loop=True)
        job = engine.save(out, seconds=120)
        while not job.wait(timeout=0.1):
            progress = job.progress
            print(f"{job.stage} {progress.fraction or 0:4.0%} {progress.bytes_done} bytes")
except KeyboardInterrupt:
    sys.exit("07_progress_and_log: ended; no file is left")
except aha.Error as error:
    sys.exit(f"07_progress_and_log: {error}")
print(f"{out}: 120 seconds")
