"""Inputs for openings, good and hostile, from a drop of seeds.c. The first byte selects how it is
opened (see opening.c)."""

import hashlib
import json

from make_replies import HUGE, NEXT, reply

HERE = "http://127.0.0.1:00000"
SOUND = b"RIFF no sound, but bytes"
FILE = {"role": "mixStem", "name": "Straße.wav", "type": "audio/wav", "bytes": len(SOUND),
        "sha256": hashlib.sha256(SOUND).hexdigest()}
LINK = b'<link rel="alternate" type="application/json" href="%s">'


def real(drops):
    """An unchanged drop: its manifest, page, sound and picture."""
    manifest = next(drops.rglob("piece.json"))
    folder = manifest.parent
    names = [file["name"] for file in json.loads(manifest.read_bytes())["files"]]
    return [manifest.read_bytes(), (folder / "index.html").read_bytes(),
            *[(folder / name).read_bytes() for name in names]]


def hostile_files():
    """Changes to a manifest file."""
    for name, path in (
            ("up", "../side/secret"), ("deep", "deep/../../side/secret"), ("root", "/etc/hostname"),
            ("link", "link"), ("linked", "side/secret"), ("itself", "piece.json"), ("empty", ""),
            ("dot", "."), ("dots", ".."), ("url", "file:///etc/hostname"), ("nul", "a\0b"),
            ("http", "http://127.0.0.1:1/a"), ("encoded", "%2e%2e%2fside%2fsecret"),
            ("host", "//127.0.0.1/a"),
            ("back", "..\\side\\secret"), ("long", "a" * 256), ("longest", "a/" * 500 + "a"),
            ("line", "a\r\nb"), ("high", "a\u009fb"), ("folder", "deep"),
            ("query", "a?b#c"),
            ("hidden", ".ssh"), ("slashes", "deep//a"), ("number", 5)):
        yield f"name-{name}", {"name": path}
    for name, size in (("huge", HUGE), ("minus", -1), ("real", 1e300), ("half", 0.5),
                       ("none", None), ("more", len(SOUND) + 1), ("less", 1), ("zero", 0),
                       ("text", "9")):
        yield f"bytes-{name}", {"bytes": size}
    for name, digest in (("other", "0" * 64), ("short", "ab"), ("upper", FILE["sha256"].upper()),
                         ("none", None), ("number", 5)):
        yield f"sha-{name}", {"sha256": digest}
    for name, kind in (("none", ""), ("long", "a/" + "b" * 300), ("line", "a/b\r\n"), ("list", [])):
        yield f"type-{name}", {"type": kind}
    yield "role", {"role": "stranger"}
    yield "attachment", {"role": "attachment", "bytes": 30_000_001}


def hostile_manifests(good):
    for name, changes in (
            ("created", {"created": HUGE}), ("created-minus", {"created": -1}),
            ("id", {"id": "a" * 5000}), ("id-line", {"id": "a\r\nb"}),
            ("url", {"url": "javascript:alert(1)"}), ("url-line", {"url": "https://a/\r\nb"}),
            ("url-list", {"url": [1]}), ("version", {"version": 99}), ("files", {"files": {}}),
            ("tempo", {"tempo": 1e999}), ("length", {"length": HUGE}),
            ("title", {"title": "x" * 100000}), ("twice", {"files": [FILE, FILE]}),
            ("many", {"files": [{**FILE, "name": f"{i}"} for i in range(70)]}),
            ("none", {"files": [None, 5, []]})):
        yield name, json.dumps({**good, **changes}).encode()
    whole = json.dumps(good).encode()
    yield "nested", b'{"a":' * 3000 + b"1" + b"}" * 3000
    yield "files-nested", whole[:-1] + b',"files":' + b"[" * 2000 + b"]" * 2000 + b"}"
    yield "cut", whole[:-9]
    yield "nothing", b""
    yield "utf-16", whole.decode().encode("utf-16")
    yield "latin-1", json.dumps(good, ensure_ascii=False).encode("latin-1", "replace")
    yield "nul", whole + b"\0"
    yield "tail", whole + b"{}"


def manifests(good):
    for name, change in hostile_files():
        yield name, json.dumps({**good, "files": [{**FILE, **change}]}).encode()
    yield from hostile_manifests(good)


def pages():
    for name, link in (("here", b"piece.json"), ("up", b"../a/piece.json"),
                       ("other", b"http://other.invalid/"), ("file", b"file:///etc/passwd"),
                       ("user", b"http://a:b@127.0.0.1/"),
                       ("secret", b"..%2fside%2fsecret"), ("dot", b".hidden"), ("nul", b"a\0b"),
                       ("long", b"a" * 5000), ("empty", b""),
                       ("escaped", b"piece.json?a=b&amp;c=d")):
        yield name, b"<!doctype html>" + LINK % link
    yield "none", b"<p>" * 3000
    yield "open", b"<link rel=alternate type='application/json' href=\"piece.json"
    yield "many", b"<link " * 3000
    yield "equals", b"<link = = == rel== / href='' '' \"\" =>" * 20
    yield "bare", b"<LINK REL=Alternate TYPE=application/json HREF=piece.json>"


def service(sound):
    piece = {"uuid": "0123", "title": "A", "createdAt": "2017-05-29T12:34:56.123456+02:00",
             "url": "https://a.invalid/s/1", "author": {"username": "ada"}, "description": None,
             "coverImage": {"url": HERE + "/cover.png"}, "lengthUs": 2000000, "tempo": 120.5,
             "loop": {"startUs": 0, "endUs": 2},
             "timeSignature": {"numerator": 4, "denominator": 4}}

    def told(changes):
        return reply(json.dumps({"data": {"piece": {**piece, **changes}}}).encode())

    def at(url):
        return reply(json.dumps({"data": {"piece": {"asset": {"url": url}}}}).encode())

    asset, odd = at(HERE + "/a"), at("file:///etc/hostname")
    later = reply(b'{"data":{"piece":{"asset":null}}}')
    both = [asset, reply(sound)]
    yield "good", [told({}), *both, later, later, *both * 6]
    for name, changes in (
            ("id", {"uuid": "a\r\nb"}), ("url", {"url": "https://a/\r\n\u009f"}),
            ("title", {"title": 5}), ("author", {"author": None}),
            ("date", {"createdAt": "9999-12-31T23:59:60-23:59"}),
            ("date-odd", {"createdAt": "2017-05-29T12:34:5é"}),
            ("length", {"lengthUs": HUGE}), ("length-real", {"lengthUs": 1e300}),
            ("loop", {"loop": {"startUs": -HUGE - 1, "endUs": HUGE}}),
            ("cover-file", {"coverImage": {"url": "file:///etc/hostname"}}),
            ("cover-odd", {"coverImage": {"url": "https://a b/"}}),
            ("signature", {"timeSignature": {"numerator": -HUGE - 1, "denominator": 0}})):
        yield name, [told(changes), asset, reply(sound)]
    yield "none", [reply(b'{"data": {"piece": null}}')]
    for name, line in (("raw", b"you said CANARY-access"), ("written", b"CANARY\\u002daccess"),
                       ("line", b"a\\r\\n\\u009fb")):
        yield f"errors-{name}", [reply(b'{"errors": [{"message": "%s"}]}' % line)]
    yield "asset-file", [told({}), odd, odd]
    yield "asset-moved", [told({}), *[asset, reply(b"", "403 x")] * 2, asset]


def ways(drops):
    parts = real(drops)
    good = json.loads(parts[0])
    yield "f-good", b"f", parts
    yield "g-good", b"g", parts
    yield "h-good", b"h", [reply(part) for part in (parts[1], parts[0], *parts[2:])]
    replies = [reply(part) for part in (parts[0], *parts[2:])]
    yield "j-good", b"j", replies
    yield "h-no-page", b"h", [reply(b"", "404 x"), *replies]
    yield "j-cut", b"j", [reply(parts[0]), reply(parts[2])[:-5], reply(parts[2][-5:], "206 x")]
    yield "j-led", b"j", [reply(b"", "302 x", Location="file:///etc/passwd"), reply(parts[0])]
    yield "j-large", b"j", [reply(b"{" + b" " * (2**20))]
    for name, manifest in manifests(good):
        yield f"f-{name}", b"f", [manifest, b"", SOUND]
        yield f"j-{name}", b"j", [reply(manifest), reply(SOUND)]
    for name, page in pages():
        yield f"g-page-{name}", b"g", [parts[0], page, *parts[2:]]
        yield f"h-page-{name}", b"h", [reply(page), reply(parts[0]), reply(parts[2])]
    for name, replies in service(SOUND):
        yield f"a-{name}", b"a", replies


def openings(drops):
    for name, way, parts in ways(drops):
        yield name, way + NEXT.join(parts)
