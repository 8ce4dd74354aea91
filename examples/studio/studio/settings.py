"""The small state that belongs in no project: a JSON file, written at each change."""

import json
import os
from pathlib import Path
from typing import Any


class Settings:
    """Named values in one file. A change replaces the file atomically, so that a killed process
    leaves the old or the new values. If the disk is full, the values stay in memory, ``fault`` is
    the reason, and the next change tries again."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.fault = ""
        #: Changes stay in memory: another program has the project.
        self.is_locked = False
        self._values: dict[str, Any] = {}
        try:
            self._values = dict(json.loads(path.read_text() if path.exists() else "{}"))
        except (OSError, ValueError, TypeError) as error:
            self.fault = f"{path.name} is unreadable, so defaults apply: {error}"

    def get(self, name: str, default: Any) -> Any:
        """The value; the default if it is missing or of another type."""
        value = self._values.get(name, default)
        return value if isinstance(value, type(default)) else default

    def set(self, **values: Any) -> None:
        """Sets values, and writes the file if one of them differs."""
        if not self.fault and self._values == {**self._values, **values}:
            return
        self._values.update(values)
        if self.is_locked:
            return
        beside = self.path.with_name(f".{self.path.name}.{os.getpid()}")
        try:
            beside.write_text(json.dumps(self._values, indent=1))
            os.replace(beside, self.path)
            self.fault = ""
        except OSError as error:
            self.fault = f"{self.path.name} is not saved: {error.strerror}"
            beside.unlink(missing_ok=True)
