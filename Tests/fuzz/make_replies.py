"""Replies of servers, URLs and stored tokens, good and hostile.

The first byte of a reply selects the request; that of a URL selects its recipient."""

import gzip
import json
import struct

NEXT = b"=====\n"
HUGE = 2**63 - 1
BLOCK = 128 * 1024
TOKEN = {"access_token": "fresh", "token_type": "Bearer", "expires_in": 3600,
         "refresh_token": "again", "scope": "a b"}


def reply(body=b"", status="200 OK", length=True, **headers):
    head = f"HTTP/1.1 {status}\r\n"
    for name, value in headers.items():
        head += f"{name.replace('_', '-')}: {value}\r\n"
    if length:
        head += f"Content-Length: {len(body)}\r\n"
    return head.encode() + b"\r\n" + body


def chunked(*chunks):
    head = b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\nTrailer: X-End\r\n\r\n"
    return head + b"".join(b"%x\r\n%s\r\n" % (len(chunk), chunk) for chunk in chunks)


def token_reply(status="200 OK", **changes):
    content = json.dumps({**TOKEN, **changes}).encode()
    return reply(content, status, Content_Type="application/json")


def part(first, last, total, body, **headers):
    return reply(body, "206 Partial Content", Content_Range=f"bytes {first}-{last}/{total}",
                 ETag='"1"', **headers)


def wav(frames):
    data = struct.pack(f"<{frames}h", *((7 * i) % 999 for i in range(frames)))
    form = struct.pack("<4sIHHIIHH", b"fmt ", 16, 1, 1, 48000, 96000, 2, 16)
    body = b"WAVE" + form + struct.pack("<4sI", b"data", len(data)) + data
    return b"RIFF" + struct.pack("<I", len(body)) + body


def plain_replies():
    yield "good", b"b" + reply(b'{"a": [1, "two"]}', Content_Type="application/json")
    yield "empty", b"b"
    yield "to-the-end", b"s" + reply(b"until it is closed", length=False)
    yield "chunked", b"d" + chunked(b"first ", b"second") + b"0\r\nX-End: yes\r\n\r\n"
    yield "chunk-huge", b"d" + chunked(b"x") + b"7fffffffffffffff\r\nab"
    yield "chunk-nonsense", b"s" + chunked(b"x") + b"-5;a=b\r\nab\r\n0\r\n\r\n"
    yield "gzip", b"b" + reply(gzip.compress(bytes(5000), mtime=0), Content_Encoding="gzip")
    yield "gzip-bomb", b"b" + reply(gzip.compress(bytes(2**21), mtime=0), Content_Encoding="gzip")
    yield "gzip-not", b"b" + reply(b"no gzip at all", Content_Encoding="gzip, deflate, x")
    yield "length-huge", b"b" + reply(b"abc", length=False, Content_Length=10**10)
    yield "length-twice", b"b" + reply(b"abc", Content_Length=2)
    yield "length-minus", b"d" + reply(b"abc", length=False, Content_Length=-1)
    yield "head-only", b"h" + reply(b"", length=False, Content_Length=HUGE)
    yield "interim", b"b" + b"HTTP/1.1 103 Early\r\nLink: x\r\n\r\n" * 3 + reply(b"abc")
    yield "folded", b"b" + reply(b"abc", X_Long="a\r\n b\r\n\tc", Set_Cookie="a=b; Path=/")
    yield "many-headers", b"b" + reply(b"abc", **{f"X-{i}": "v" * 50 for i in range(500)})
    yield "long-header", b"b" + reply(b"abc", X_Long="v" * 120000)
    yield "long-line", b"b" + b"HTTP/1.1 " + b"2" * 120000
    yield "status-0", b"b" + reply(b"", "000 x")
    yield "status-999", b"b" + reply(b"\xff\xfe\0\x01", "999 \xff")
    yield "switches", b"b" + reply(b"abc", "101 x", Upgrade="x")
    yield "version-9", b"b" + b"HTTP/9.9 200 OK\r\n\r\n"
    yield "no-http", b"b" + b"220 ready\r\n"
    page = b"<!DOCTYPE html><title>Sorry</title>" + b"<p>" * 3000
    yield "page", b"d" + reply(page, "503 Busy", Retry_After="Sun, 06 Nov 2094 08:49:37 GMT",
                               Date="Sun, 06 Nov 1994 08:49:37 GMT", X_Request_Id="a\tb")
    wait = b'{"error": {"error": {"retry_after": 1e300}}, "a": 1e999}'
    yield "wait", b"b" + reply(wait, "429 Slow")
    yield "wait-huge", b"b" + reply(b"", "429 Slow", Retry_After=HUGE)
    nested = b'{"error":' * 3000 + b"1" + b"}" * 3000
    yield "nested", b"b" + reply(nested, "429 Slow")


def ranges():
    yield "range", b"r" + part(2, 9, 20, b"12345678")
    yield "range-longer", b"r" + part(2, 9, 20, b"123456789")
    yield "range-other", b"r" + part(3, 9, 20, b"1234567")
    yield "range-huge", b"r" + part(2, HUGE, HUGE, b"12345678")
    yield "range-past", b"r" + part(2, 2**64, "*", b"12345678")
    yield "range-all", b"r" + reply(b"12345678")
    odd = b"HTTP/1.1 206 x\r\nContent-Range: bytes 2-9/20\r\n\rX: y\r\n123456789"
    yield "range-odd-end", b"r" + odd
    yield "range-none", b"r" + reply(b"", "416 No", Content_Range="bytes */2")


def redirects():
    for name, place in (("user", "http://a:b@127.0.0.1/"), ("file", "file:///etc/passwd"),
                        ("none", ""), ("host", "//example.com/x y\xe9"),
                        ("port", "http://a:99999/"), ("tls", "https://example.com/")):
        yield f"to-{name}", b"b" + reply(b"", "302 x", Location=place) + NEXT + reply(b"there")
    strange = reply(b"", "302 x", Location="http://exa?mple.com/").replace(b"?", b"\xff")
    yield "to-odd-host", b"b" + strange
    yield "to-itself", b"b" + NEXT.join([reply(b"", "307 x", Location="?next")] * 9)
    yield "to-head", b"h" + reply(b"", "301 x", Location="/a") + NEXT + reply(b"there")


def signed():
    yield "renewed", b"a" + NEXT.join([reply(b"", "401 x"), token_reply(), reply(b"in")])
    yield "renewed-not", b"a" + NEXT.join([reply(b"", "401 x"), token_reply(), reply(b"", "401 x")])
    yield "renewed-no-more", b"a" + NEXT.join([
        reply(b"", "401 x"), reply(b'{"error": "invalid_grant"}', "400 x")])
    yield "signed-led", b"a" + NEXT.join([reply(b"", "302 x", Location="http://other.invalid/"),
                                          reply(b"", "401 x"), token_reply()])
    yield "signed-echo", b"a" + reply(b"you are CANARY-access", "403 x")
    yield "signed-echo-id", b"a" + reply(b"", "500 x", X_Request_Id="for CANARY-access")


def tokens():
    for way in (b"p", b"c"):
        end = (NEXT + reply(b"", "200 OK")) * 2
        for name, changes in (
                ("good", {}), ("short-life", {"expires_in": 1}),
                ("long-life", {"expires_in": HUGE}), ("text-life", {"expires_in": "3600"}),
                ("real-life", {"expires_in": 1e300}),
                ("minus-life", {"expires_in": -HUGE - 1}), ("list", {"access_token": ["a"]}),
                ("spaces", {"access_token": "a b"}), ("empty", {"access_token": ""}),
                ("long", {"access_token": "x" * 70000}), ("quotes", {"access_token": '"\\"'}),
                ("line", {"access_token": "a\r\nb: c"}), ("scope", {"scope": "\u0001\u00e9" * 99}),
                ("null", {"refresh_token": None, "scope": 5}), ("both", {"error": "x"})):
            yield f"token-{name}-{way.decode()}", way + token_reply(**changes) + end
        for name, body in (
                ("reason", b'{"error": "access_denied", "error_description": "no\\n\\u009f"}'),
                ("echo", b'{"error": "you said CANARY-password"}'), ("list", b"[1, 2]"),
                ("echo-page", b"<p>CANARY-password</p>"), ("cut", b'{"access_token": "abc'),
                ("form", b"access_token=abc&scope=x"), ("nothing", b""), ("nul", b'{"a": "\0"}')):
            yield f"refusal-{name}-{way.decode()}", way + reply(body, "400 x") + end
            yield f"success-{name}-{way.decode()}", way + reply(body) + end
        yield f"refusal-429-{way.decode()}", way + reply(b"", "429 x", Retry_After="9") + end
        yield f"out-500-{way.decode()}", way + token_reply() + NEXT + reply(b"no", "500 x")


def streams():
    whole = wav(400)
    size = len(whole)
    yield "stream", b"t" + part(0, size - 1, size, whole)
    yield "stream-led", b"t" + reply(b"", "302 x", Location="http://other.invalid/a") + NEXT + part(
        0, size - 1, size, whole)
    yield "stream-again", b"t" + reply(b"", "503 x") + NEXT + part(0, size - 1, size, whole)
    yield "stream-cut", b"t" + part(0, size - 1, size, whole, Connection="close")[:-9]
    yield "stream-all", b"t" + reply(whole)
    yield "stream-nothing", b"t" + reply(b"", "416 x", Content_Range="bytes */0")
    yield "stream-no-length", b"t" + part(0, size - 1, "*", whole)
    yield "stream-lies", b"t" + part(0, size - 1, HUGE, whole)
    yield "blocks", b"T" + NEXT.join(block(i, 3 * BLOCK) for i in range(3))
    yield "blocks-huge", b"T" + NEXT.join(block(i, HUGE) for i in range(3))
    yield "blocks-changed", b"T" + block(0, 2 * BLOCK) + NEXT + block(1, 3 * BLOCK)


def block(index, total):
    """A block of a sound; the target adds zeros to fill it."""
    start = wav(0)[:40] + struct.pack("<I", 3 * BLOCK - 44) if index == 0 else b""
    first = index * BLOCK
    return reply(start, "206 x", length=False, Content_Length=BLOCK, ETag='"1"',
                 Content_Range=f"bytes {first}-{first + BLOCK - 1}/{total}")


def urls():
    back, here, out = "fuzz-app:/back", "http://127.0.0.1:8765/callback", "ah-fuzz://authorize"
    for name, text in (
            ("code", f"{back}?code=abc&state={{0}}"),
            ("code-here", f"{here}?state={{1}}&code=a%20b"),
            ("token", f"{out}?access_token=abc&state={{2}}&expires_in=60"),
            ("fragment", f"{out}#access_token=abc&state={{2}}&token_type=x&scope=a+b"),
            ("refused", f"{here}?error=access_denied&error_description=n%6f%00%c2%9f&state={{1}}"),
            ("no-state", f"{back}?code=abc"), ("other-state", f"{back}?code=abc&state={'A' * 32}"),
            ("two-states", f"{back}?code=abc&state=x&state={{0}}"),
            ("no-code", f"{back}?state={{0}}"),
            ("swapped", f"{back}?code=abc&state={{1}}"), ("open", "ah-fuzz://open?uuid=12-34"),
            ("user", "http://127.0.0.1:8765@evil.invalid/callback?code=a&state={1}"),
            ("port", "http://127.0.0.1:87650/callback?code=a&state={1}"),
            ("case", "HTTP://127.0.0.1:8765/callback?code=a&state={1}"), ("bad", "fuzz-app:%%%\\"),
            ("space-token", f"{out}?access_token=a%20b&state={{2}}"), ("nothing", ""),
            ("long", f"{back}?state={{0}}&code=" + "x" * 65000), ("too-long", "x:" + "y" * 66000)):
        yield name, b"3" + text.encode()
        if not name.startswith(("long", "too")):
            yield f"pasted-{name}", b"012"[len(name) % 3:][:1] + text.encode()
    yield "pasted-code", b"0 4/0AX4XfWh\n"
    yield "pasted-another", f"0{back}?code=abc&state=x".encode()
    yield "pasted-long", b"1" + b"x" * 4097
    yield "pasted-token", b"2abc"
    yield "pasted-bytes", b"0\xff\xc3(\x80"


def records():
    owner = "http://127.0.0.1:1 http://127.0.0.1:1 fuzz"
    record = {"version": 1, "owner": owner, **TOKEN, "lifetime": 3600,
              "expires_at": 253402300799, "client": False}
    yield "good", record
    for name, changes in (
            ("ended", {"expires_at": 1}), ("own", {"client": True, "refresh_token": None}),
            ("end-huge", {"expires_at": HUGE, "lifetime": HUGE}), ("end-minus", {"expires_at": -1}),
            ("text", {"expires_at": "99", "lifetime": "9" * 20}), ("real", {"expires_at": 1e300}),
            ("spaces", {"access_token": "a b"}), ("empty", {"access_token": "", "scope": "\u00e9"}),
            ("no-refresh", {"refresh_token": ""}), ("control", {"scope": "\u0001\n\u009f"}),
            ("long", {"access_token": "x" * 65536}), ("too-long", {"access_token": "x" * 65537}),
            ("stranger", {"owner": owner + "2"}), ("nobody", {"owner": 5}),
            ("other", {"access_token": {"a": 1}, "client": 5}), ("version", {"version": 99})):
        yield name, {**record, **changes}


def odd_records():
    yield "nothing", b""
    yield "list", b"[1]"
    yield "nested", b'{"a":' * 3000
    yield "twice", b'{"access_token":"a","access_token":"b"}'
    yield "bytes", b"\xff\xfe\0{}"
    yield "nul", b'{"access_token":"a\\u0000b"}'
    yield "tail", b'{"access_token":"a"} more'
    yield "largest", b'{"access_token":"a","b":"' + b"x" * (2**18 - 27) + b'"}'
    yield "too-large", b'{"access_token":"a","b":"' + b"x" * (2**18 - 26) + b'"}'


def replies():
    for some in (plain_replies(), ranges(), redirects(), signed(), tokens()):
        yield from some


def kept():
    for name, record in records():
        yield name, json.dumps(record).encode()
    yield from odd_records()
