"""A process that scans a folder into a library: scanning.py LIBRARY FOLDER. It says when it begins,
and then how many sounds there were."""

import sys

import aha

with aha.Library(sys.argv[1]) as library:
    scanning = library.scan(sys.argv[2])
    print("begun", flush=True)
    scanning.wait()
    print("done", scanning.report.seen, flush=True)
