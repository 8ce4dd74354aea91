"""``aha.testing`` of this checkout, as a package of its own: it needs no libaha."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[2] / "bindings" / "python" / "aha" / "testing")]
