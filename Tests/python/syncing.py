"""A process that syncs a place, or a feed, into a library: syncing.py PLACE STATE LIBRARY.

Waits for a line. Prints the count of received items whenever it grows, and at the end the total, or
that another sync ended this one.
"""

import json
import sys
from pathlib import Path

import places  # finds aha
import aha  # noqa: I001

said, state, library_place = sys.argv[1:]
place = json.loads(Path(said).read_text())
with places.client_of(Path(state), place) as client, aha.Library(library_place) as library:
    print("ready", flush=True)
    sys.stdin.readline()
    if place["kind"] == "feed":
        syncing = library.sync_feed(client, place["url"])
    else:
        syncing = library.sync(places.destination_of(place, client))
    came = -1
    try:
        while not syncing.wait(0.001):
            if (now := syncing.progress.frames_done) > came:
                came = now
                print(came, flush=True)
        print("done", len(library), flush=True)
    except aha.StateError as error:
        print("ended", error, flush=True)
