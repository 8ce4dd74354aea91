"""The servers that tests of drops use: that they start, answer and end from here too."""

from __future__ import annotations

import urllib.request
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
import servers


@pytest.mark.parametrize("start", [
    servers.dropbox, servers.soundcloud, servers.allihoopa, servers.s3,
    *(partial(servers.webdav, kind) for kind in ("rclone", "apache", "nextcloud"))])
def test_it_starts_and_ends(start: Callable[..., servers.Server], tmp_path: Path) -> None:
    with start(tls=tmp_path) as secure:
        assert secure.url.startswith("https://") and secure.files() == {}
        assert secure.ca and Path(secure.ca).is_file()
    assert secure.process.returncode == 0


def test_bytes_that_came_twice() -> None:
    with servers.s3() as bucket:
        for _ in range(2):
            url = f"{bucket.url}/drops/a"
            with pytest.raises(OSError):  # it is not signed; what came is counted all the same
                urllib.request.urlopen(urllib.request.Request(url, b"four", method="PUT"))
        assert bucket.resent() == 8
