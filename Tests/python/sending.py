"""A process that sends the edits of a library to a folder: sending.py FOLDER STATE LIBRARY.

Waits for a line, and prints the number of sent items at the end.
"""

import sys
from pathlib import Path

import aha
import places

folder, state, library_place = sys.argv[1:]
with places.client_of(Path(state)) as client, aha.Library(library_place) as library:
    destination = aha.Destination.folder(client, folder)
    print("ready", flush=True)
    sys.stdin.readline()
    syncing = library.sync(destination, send=True)
    syncing.wait()
    print(syncing.report.sent, flush=True)
