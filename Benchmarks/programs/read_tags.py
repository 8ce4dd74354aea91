"""Reads length and tags of a tree of sounds with a Python package: mutagen|tinytag FOLDER."""

import json
import os
import sys
import time


def with_mutagen():
    import mutagen

    def read(path):
        found = mutagen.File(path)
        return found.info.length, found.tags

    return read


def with_tinytag():
    from tinytag import TinyTag

    def read(path):
        found = TinyTag.get(path)
        return found.duration, found.title

    return read


def main():
    read = {"mutagen": with_mutagen, "tinytag": with_tinytag}[sys.argv[1]]()
    begin, files, tagged = time.monotonic(), 0, 0
    for folder, _, names in os.walk(sys.argv[2]):
        for name in names:
            length, tags = read(os.path.join(folder, name))
            files += length > 0
            tagged += bool(tags)
    print(json.dumps({"seconds": time.monotonic() - begin, "seen": files, "tagged": tagged}))


main()
