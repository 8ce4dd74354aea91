"""The counts of the servers that tests of drops use."""

from __future__ import annotations

import urllib.request

import pytest
import servers


def test_bytes_that_arrive_twice_are_counted() -> None:
    with servers.s3() as bucket:
        for _ in range(2):
            url = f"{bucket.url}/drops/a"
            with pytest.raises(OSError):  # it is not signed; what came is counted all the same
                urllib.request.urlopen(urllib.request.Request(url, b"four", method="PUT"))
        assert bucket.resent() == 8
