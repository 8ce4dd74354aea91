"""The official Python package, connected to the Dropbox stub, and the fixtures of its tests."""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterator
from functools import partial
from typing import Any, Callable

import dropbox
import pytest
from conftest import Program, started
from dropbox.exceptions import ApiError

server = started("dropbox_server.py")
MIB = 1 << 20
DATA = random.Random(2).randbytes(9 * MIB + 5)


@pytest.fixture
def box(server: Program, monkeypatch: pytest.MonkeyPatch) -> Iterator[Program]:
    monkeypatch.setenv("REQUESTS_CA_BUNDLE", server.said["ca"])
    server.do("reset")
    yield server


_BLOCK = 4 << 20


def client(box: Program, **more: Any) -> Any:
    said = {"oauth2_access_token": box.said["access_token"], "ca_certs": box.said["ca"],
            "max_retries_on_error": 0, "max_retries_on_rate_limit": 0, **more}
    made = dropbox.Dropbox(**said)
    host = box.url.partition("://")[2]
    made._host_map = dict.fromkeys(made._host_map, host)
    made.refresh_access_token = partial(made.refresh_access_token, host)
    return made


def refused(call: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
    with pytest.raises(ApiError) as error:
        call(*arguments, **more)
    return error.value.error


def content_hash(data: bytes) -> str:
    """A second implementation, written from the documentation."""
    blocks = [hashlib.sha256(data[at:at + _BLOCK]).digest() for at in range(0, len(data), _BLOCK)]
    return hashlib.sha256(b"".join(blocks)).hexdigest()
