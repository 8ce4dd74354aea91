"""Lists of saved destinations, good and bad ones. See saved.c."""

import json

HUGE = 2**63 - 1
ACCOUNT = {"name": "box", "provider": "dropbox", "client_id": "a",
           "api_url": "http://127.0.0.1:1/a"}
GOOD = [
    {"name": "disk", "kind": "folder", "path": "/tmp", "public_url": "https://x.example/"},
    {"name": "dav", "kind": "webdav", "url": "http://127.0.0.1:1/dav", "user": "ann",
     "plain": True, "chunk_bytes": 1 << 20, "secret": "file"},
    {"name": "s3", "kind": "s3", "bucket": "b", "prefix": "p/", "region": "r", "key_id": "k",
     "endpoint": "http://127.0.0.1:1", "virtual_host": True, "secret": "file"},
    {"name": "box", "kind": "dropbox", "prefix": "/a", "account": ACCOUNT, "secret": "file"},
    {"name": "cloud", "kind": "soundcloud", "tags": "a,b", "poll_ms": 5, "account": ACCOUNT},
    {"name": "old", "kind": "allihoopa", "account": ACCOUNT},
]
VALUES = ["", "x" * 5000, "../..", "a\u202eb", "\x01", HUGE, -1, 0.5, True, None, [], {}, [[]]]


def document(entries, **more):
    return json.dumps({"version": 1, "destinations": entries, **more}).encode()


def lists():
    yield "all", document(GOOD)
    for entry in GOOD:
        yield entry["name"], document([entry])
        for key in entry:
            for number, value in enumerate(VALUES):
                yield f"{entry['name']}-{key}-{number}", document([{**entry, key: value}])
            yield f"{entry['name']}-no-{key}", document(
                [{other: entry[other] for other in entry if other != key}])
    yield "empty", document([])
    yield "twice", document([GOOD[0], GOOD[0]])
    yield "own", document([{**GOOD[0], "name": "fuzz-extra"}])
    yield "many", document([{**GOOD[0], "name": f"n{number}"} for number in range(1000)])
    yield "too-many", document([{**GOOD[0], "name": f"n{number}"} for number in range(1001)])
    yield "unknown", document(GOOD, other=[1, {"a": HUGE}])
    for number, value in enumerate([*VALUES, 2]):
        yield f"version-{number}", document(GOOD, version=value)
        yield f"list-{number}", document(value)
        yield f"entry-{number}", document([value])
        yield f"whole-{number}", json.dumps(value).encode()
    yield "nothing", b""
    yield "deep", b"[" * 5000
    yield "bytes", b"\xff\xfe{}"
