"""A project on a full disk: project_disk.py HOST.

The disk is a small one mounted by the test, where the system permits it.
"""

import subprocess
import sys
import tempfile
from pathlib import Path

from small_disk import again_in_namespace, mount


def main():
    host = Path(sys.argv[1]).resolve()
    if "small" in sys.argv[2:]:
        mount("2m", sys.argv[3])
        sys.exit(subprocess.run([host, sys.argv[3]], timeout=120).returncode)
    with tempfile.TemporaryDirectory() as place:
        print(again_in_namespace(__file__, host, place) or "", end="")


if __name__ == "__main__":
    main()
