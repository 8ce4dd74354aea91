"""Changes to a journal of drops. See journal.c."""

import json

HUGE = 2**63 - 1
TEXTS = {
    "piece_drop": ("id", "application", "kind", "name", "address", "piece", "title", "place",
                   "url", "remote_id", "line"),
    "upload": ("path", "name", "type", "known_sha256", "sha256", "upload", "result")}
NUMBERS = {
    "piece_drop": ("stage", "created", "updated", "result", "repeated", "committed"),
    "upload": ("state", "size", "modified", "inode", "confirmed", "known_bytes", "role")}
BAD = {"up": b"../side", "bytes": b"\xff\xc3(", "long": b"x" * 5000}


def changes():
    yield "none", []
    for table, columns in TEXTS.items():
        for column in columns:
            for name, value in BAD.items():
                yield f"{column}-{name}", [(table, column, value)]
    for table, columns in NUMBERS.items():
        for column in columns:
            for number in (7, HUGE, -HUGE - 1):
                yield f"{column}-{number}", [(table, column, b"%d" % number)]
    yield "id-path", [("piece_drop", "id", b"../" * 8 + b"/../side")]
    yield "id-slashes", [("piece_drop", "id", b"/" * 32)]
    yield "path-secret", [("upload", "path", b"/etc/hostname")]
    yield "path-folder", [("upload", "path", b"/")]
    yield "server", [("piece_drop", "kind", b"webdav"), ("piece_drop", "address", b"HERE"),
                     ("upload", "upload", b'{"upload":"","chunk_bytes":1,"chunks":1}')]
    yield "server-odd", [("piece_drop", "kind", b"webdav"), ("piece_drop", "address", b"HERE"),
                         ("upload", "upload", b'{"upload":"../a","chunk_bytes":0,"chunks":-1}'),
                         ("upload", "result", b"../../a")]
    for stage in range(10):
        yield f"stage-{stage}", [("piece_drop", "stage", b"%d" % stage),
                                 ("upload", "state", b"%d" % (stage % 8))]
    piece = json.dumps({"title": "x" * 5000, "lengthUs": HUGE, "tempo": 1e300}).encode()
    yield "piece-odd", [("piece_drop", "piece", piece), ("piece_drop", "committed", b"1")]
    yield "known", [("upload", "known_bytes", b"%d" % HUGE), ("upload", "known_sha256", b"0" * 64)]
    yield "sums", [("upload", column, b"%d" % HUGE) for column in ("size", "confirmed")] + [
        ("piece_drop", "repeated", b"%d" % HUGE)]


def journals():
    for name, lines in changes():
        yield name, b"\n".join(b"%s.%s=%s" % (table.encode(), column.encode(), value)
                               for table, column, value in lines)
