"""A small disk of a test, in its own mount namespace, which unmounts it at its end."""

import os
import subprocess
import sys
from pathlib import Path

ROOT = [] if os.geteuid() == 0 else ["--map-root-user"]


def mount(size, folder):
    subprocess.run(["mount", "-t", "tmpfs", "-o", f"size={size}", "none", folder], check=True)


def again_in_namespace(script, host, folder):
    """Runs the script again, as `script HOST small DISK`, where it may mount disks; returns its
    output, or None if the system does not permit that."""
    disk = Path(folder, "disk")
    disk.mkdir()
    unshare = ["unshare", "--mount", *ROOT]
    if subprocess.run([*unshare, "mount", "-t", "tmpfs", "none", disk],
                      capture_output=True).returncode != 0:
        print("skipped: no disk can be mounted here")
        return None
    done = subprocess.run([*unshare, sys.executable, script, host, "small", disk],
                          capture_output=True, text=True)
    if done.returncode != 0:
        sys.exit(f"on a small disk: {done.stdout}{done.stderr}")
    return done.stdout
