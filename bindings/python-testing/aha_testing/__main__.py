"""``python3 -m aha_testing``; if it is not installed, ``python3 …/aha_testing``."""

if not __package__:
    import sys
    from pathlib import Path

    # Started by its path, Python searches only this folder.
    sys.path[0] = str(Path(__file__).resolve().parent.parent)

from aha_testing.program import main  # noqa: E402

main()
