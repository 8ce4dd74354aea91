"""A process that syncs a place into a library: syncing.py PLACE STATE LIBRARY. It says when it
begins, and how many items are there at the end."""

import json
import sys
from pathlib import Path

import places  # it finds aha
import aha  # noqa: I001

said, state, library_place = sys.argv[1:]
place = json.loads(Path(said).read_text())
with places.client_of(Path(state), place) as client, aha.Library(library_place) as library:
    syncing = library.sync(places.destination_of(place, client))
    print("begun", flush=True)
    syncing.wait()
    print("done", len(library), flush=True)
