"""Starts Studio: python3 -m studio [--device ID] [--library FILE] [PROJECT|FOLDER]."""

import argparse
import os
import sys
from pathlib import Path


def main() -> None:
    home = os.environ.get("XDG_DATA_HOME") or Path.home() / ".local/share"
    parser = argparse.ArgumentParser(prog="studio", description="Play, bend, record, arrange and"
                                     " share sounds. Everything is on the disk at once.")
    parser.add_argument("place", nargs="?", metavar="PROJECT|FOLDER", type=Path,
                        default=Path(home) / "aha-studio", help="a project (NAME.aha), or a folder"
                        " with one; created if missing (default: %(default)s)")
    parser.add_argument("--device", metavar="ID", help="an output of `aha devices`, or null;"
                        " default: the last one in use")
    parser.add_argument("--library", metavar="FILE", help="a library of its own; default: the"
                        " user's, shared by all programs")
    options = parser.parse_args()
    if not (sys.stdin.isatty() and sys.stdout.isatty()):
        sys.exit("studio: standard input and output must be a terminal")
    if os.environ.get("TERM") in (None, "", "dumb"):
        sys.exit("studio: this terminal cannot move its cursor; set TERM, as in xterm-256color")
    import aha

    from .app import Studio
    from .model_work import Work

    try:
        work = Work(options.place, device=options.device, library=options.library)
    except (aha.Error, OSError) as error:
        sys.exit(f"studio: {error}")
    try:
        Studio(work).run()
    finally:
        work.close()


if __name__ == "__main__":
    main()
