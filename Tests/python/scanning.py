"""A process that scans a folder into a library: scanning.py LIBRARY FOLDER. Prints a line when
it begins, and then the count of sounds."""

import sys

import aha

with aha.Library(sys.argv[1]) as library:
    scanning = library.scan(sys.argv[2])
    print("begun", flush=True)
    scanning.wait()
    print("done", scanning.report.seen, flush=True)
