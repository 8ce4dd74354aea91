"""From bytes and file objects to bytes: sounds are played straight out of a ZIP archive.

    python3 05_stream.py ARCHIVE.zip OUT.flac
"""
import io
import sys
import zipfile

import aha

if len(sys.argv) != 3:
    sys.exit(__doc__)
archive, out = sys.argv[1:]

try:
    with zipfile.ZipFile(archive) as files, aha.Engine.offline(sample_rate=44100) as engine:
        for name in files.namelist():
            with files.open(name) as packed:  # a file object that can seek
                engine.play(engine.load(packed, streamed=False), gain_db=-6)
        memory = io.BytesIO()
        engine.save(memory, container="flac").wait()
except (aha.Error, OSError, zipfile.BadZipFile) as error:
    sys.exit(f"05_stream: {archive}: {error}")
with open(out, "wb") as file:
    file.write(memory.getvalue())
print(f"{out}: {len(memory.getvalue())} bytes")
