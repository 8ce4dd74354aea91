"""``aha_testing`` of this checkout."""

from pathlib import Path

__path__ = [str(Path(__file__).resolve().parents[2] / "bindings/python-testing/aha_testing")]
