"""A project on a full disk: project_disk.py HOST.

The disk is a small one mounted by the test, where the system permits it.
"""

import os
import subprocess
import sys
import tempfile
from pathlib import Path


def run(*words):
    done = subprocess.run(words, capture_output=True, text=True, timeout=120)
    if done.returncode != 0:
        sys.exit(f"{' '.join(map(str, words))} failed:\n{done.stdout}{done.stderr}")
    return done.stdout.strip()


def mounts(unshare, folder):
    words = [*unshare, "mount", "-t", "tmpfs", "none", folder]
    return subprocess.run(words, capture_output=True).returncode == 0


def main():
    host = Path(sys.argv[1]).resolve()
    if "small" in sys.argv[2:]:
        run("mount", "-t", "tmpfs", "-o", "size=2m", "none", sys.argv[3])
        print(run(host, sys.argv[3]))
        return
    with tempfile.TemporaryDirectory() as place:
        disk = Path(place, "disk")
        disk.mkdir()
        unshare = ["unshare", "--mount", *([] if os.geteuid() == 0 else ["--map-root-user"])]
        if mounts(unshare, disk):
            print(run(*unshare, sys.executable, __file__, host, "small", disk))
        else:
            print("skipped: no disk can be mounted here")


if __name__ == "__main__":
    main()
