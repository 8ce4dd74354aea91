"""Replies of services to drops, good and hostile.

The first byte selects the destination. Byte counts match the drops of service.c; port 00000
stands for its server's."""

import json

from documents import HEAD, documents
from make_replies import NEXT, reply

SOUND, COVER, LARGE = 76, 129, (5 << 20) + 1
# In Dropbox's format.
SOUND_HASH = "9224f15dd85f719b06935d6186c64f8df1512cda5e264029280dc3d10647349c"
COVER_HASH = "8864ced4dde514bae24972b2c924d68811af9f936bd27e6f6c153be12f7c861d"
HERE = "http://127.0.0.1:00000"
S3 = b' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
OK, NONE = reply(b"", "201 Created"), reply(b"", "404 x")
PASSWORD, ACCESS = "CANARY-password", "CANARY-access"


def said(content, status="200 OK"):
    return reply(json.dumps(content).encode(), status, Content_Type="application/json")


def told(body, status="200 OK"):
    return reply(body, status, Content_Type="application/xml")


def listing(*files):
    """Reply for a folder, from names and lengths."""
    parts = b"".join(
        b"<d:response><d:href>/dav/%s</d:href><d:propstat><d:prop><d:getcontentlength>%s"
        b"</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>"
        b"</d:response>" % (name, length) for name, length in files)
    return HEAD + b'<d:multistatus xmlns:d="DAV:">' + parts + b"</d:multistatus>"


def has(length, name=b"a"):
    return told(listing((name, b"%d" % length)), "207 x")


def sabre(message):
    return told(HEAD + b'<d:error xmlns:d="DAV:" xmlns:s="http://sabredav.org/ns"><s:message>'
                + message + b"</s:message></d:error>", "403 x")


def fault(code, message=b"m", status="400 x"):
    return told(HEAD + b"<Error><Code>%s</Code><Message>%s</Message><Region>a</Region></Error>" % (
        code, message), status)


STARTED = (HEAD + b"<InitiateMultipartUploadResult%s><UploadId>u/1</UploadId>" % S3
           + b"</InitiateMultipartUploadResult>")
PART = reply(b"", ETag='"1"')
COMPLETE = told(HEAD + b"<CompleteMultipartUploadResult%s/>" % S3)


def parts(*numbers, next_one=b""):
    text = b"".join(b"<Part><PartNumber>%s</PartNumber><Size>%s</Size><ETag>&quot;1&quot;</ETag>"
                    b"</Part>" % one for one in numbers)
    if next_one:
        text += b"<IsTruncated>true</IsTruncated>"
        text += b"<NextPartNumberMarker>%s</NextPartNumberMarker>" % next_one
    return told(HEAD + b"<ListPartsResult%s>%s</ListPartsResult>" % (S3, text))


def head(length):
    return reply(length=False, Content_Length=length)


def webdav():
    one = [OK, OK, has(SOUND), OK, has(COVER)]
    yield "w-good", [*one, *[OK] * 5]
    yield "w-old", [NONE, OK, reply(b"", "405 x"), OK, NONE, head(SOUND)]
    yield "w-no-parent", [NONE] * 9
    yield "w-head", [OK, OK, reply(b"", "405 x"), head(SOUND), OK, has(COVER), *[OK] * 5]
    for name, document in documents(listing((b"a", b"%d" % SOUND))):
        yield f"w-{name}", [OK, OK, told(document, "207 x")]
    for name, length in (("huge", b"9" * 30), ("minus", b"-1"), ("most", b"9223372036854775807"),
                         ("none", b""), ("real", b"1e3")):
        yield f"w-length-{name}", [OK, OK, told(listing((b"a", length)), "207 x")]
    yield "w-sabre", [sabre(b"no\n&#10;&#x9f;way")]
    for number, secret in enumerate((PASSWORD, "YWRhOkNBTkFSWS1wYXNzd29yZA==")):
        written = "".join(f"&#{ord(letter)};" for letter in secret).encode()
        yield f"w-echo-{number}", [sabre(b"you said " + secret.encode())]
        yield f"w-echo-written-{number}", [sabre(b"you said " + written)]
        yield f"w-echo-folded-{number}", [sabre(b"x" * 390 + secret.encode())]
    yield "w-led", [reply(b"", "302 x", Location="http://other.invalid/CANARY-x"), OK]
    yield "w-led-away", [OK, reply(b"", "307 x", Location="https://other.invalid/"), OK]
    yield "w-full", [OK, reply(b"", "507 x")]
    yield "n-good", [*[OK] * 5, has(LARGE), OK, has(COVER), *[OK] * 5]
    yield "n-again", [OK, OK, OK, reply(b"", "403 x"), told(listing(
        (b"", b""), (b"00001", b"%d" % (5 << 20)), (b"00002", b"1")), "207 x"), OK, has(LARGE)]
    yield "n-gone", [OK, OK, OK, NONE, OK, OK, OK, OK, OK, has(LARGE)]
    yield "n-lost", [*[OK] * 4, reply(b"", "504 x"), has(LARGE), OK, has(COVER), *[OK] * 5]
    yield "n-wrong", [*[OK] * 5, has(LARGE - 1)]


def bucket():
    yield "s-good", [OK, head(SOUND), OK, head(COVER), *[OK] * 5]
    yield "s-size", [OK, head("9" * 30)]
    yield "s-no-size", [OK, reply(b"", length=False, Transfer_Encoding="chunked")]
    codes = (b"AccessDenied", b"NoSuchBucket", b"SignatureDoesNotMatch", b"PermanentRedirect", b"",
             b"QuotaExceeded", b"EntityTooLarge", b"ExpiredToken", b"x" * 1000, b"&#10;a")
    for number, code in enumerate(codes):
        yield f"s-fault-{number}", [fault(code), OK, head(SOUND)]
    skewed = told(fault(b"RequestTimeTooSkewed").split(b"\r\n\r\n", 1)[1], "403 x")
    for name, date in (("far", "Fri, 31 Dec 9999 23:59:59 GMT"), ("odd", "yesterday"),
                       ("old", "Sun, 06 Nov 1994 08:49:37 GMT")):
        yield f"s-skewed-{name}", [skewed.replace(b"\r\n", f"\r\nDate: {date}\r\n".encode(), 1), OK]
    for number, secret in enumerate((PASSWORD, "CANARY-session")):
        written = "".join(f"&#{ord(letter)};" for letter in secret).encode()
        yield f"s-echo-{number}", [fault(b"A", b"you said " + secret.encode(), "403 x")]
        yield f"s-echo-code-{number}", [fault(written, b"m", "403 x")]
        region = fault(b"A").replace(b"<Region>a", b"<Region>" + written)
        yield f"s-echo-region-{number}", [told(region.split(b"\r\n\r\n", 1)[1], "403 x")]
    yield "m-good", [told(STARTED), PART, PART, COMPLETE, head(LARGE), OK, head(COVER), *[OK] * 5]
    yield "m-late", [told(STARTED), PART, PART, fault(b"EntityTooLarge", b"no", "200 OK")]
    yield "m-no-tag", [told(STARTED), reply(b"")]
    yield "m-odd-tag", [told(STARTED), reply(b"", ETag='<&"\x01'), PART, COMPLETE, head(LARGE)]
    denied = fault(b"AccessDenied", b"no", "403 x")
    for name, known in (
            ("one", parts((b"1", b"%d" % (5 << 20)))), ("none", parts()),
            ("both", parts((b"1", b"%d" % (5 << 20)), (b"2", b"1"))),
            ("gone", fault(b"NoSuchUpload", b"", "404 x")),
            ("huge", parts((b"9" * 30, b"9" * 30), (b"-1", b"-9223372036854775808"))),
            ("odd", parts((b"", b""), (b"1", b"x"))),
            ("endless", parts((b"1", b"%d" % (5 << 20)), next_one=b"1")),
            ("back", parts(next_one=b"-9223372036854775808")),
            ("far", parts(next_one=b"9223372036854775807"))):
        again = [known, known, PART, COMPLETE, head(LARGE)]
        yield f"m-list-{name}", [told(STARTED), PART, denied, *again]
    for name, document in documents(STARTED):
        yield f"m-{name}", [told(document), PART, PART, COMPLETE, head(LARGE)]


def dropbox():
    folder = said({"metadata": {"id": "id:a"}})
    whole = said({"id": "id:b", "size": SOUND, "content_hash": SOUND_HASH})
    cover = said({"id": "id:c", "size": COVER, "content_hash": COVER_HASH})
    linked = [said({"path_display": "/Straße"}), said({"url": "https://www.dropbox.com/a"})]
    yield "d-good", [folder, whole, cover, *linked, *[OK] * 5]
    for name, content in (
            ("id-text", {"metadata": {"id": "x"}}), ("id-number", {"metadata": {"id": 5}}),
            ("list", []), ("number", 5), ("nothing", {}), ("null", None),
            ("nested", json.loads("[" * 900 + "]" * 900)), ("nul", {"metadata": {"id": "id:\0"}}),
            ("slashes", {"metadata": {"id": "id:../../a"}}),
            ("line", {"metadata": {"id": "id:a\r\nb"}})):
        yield f"d-{name}", [said(content), whole]
    yield "d-deep", [reply(b'{"a":' * 20000)]
    yield "d-bytes", [reply(b'{"metadata": {"id": "id:\xff\xfe"}}')]
    for name, summary in (("full", "path/insufficient_space/.."), ("empty", ""),
                          ("conflict", "path/conflict/file"), ("long", "x" * 5000),
                          ("busy", "too_many_write_operations/"), ("line", "a\r\n\u009fb")):
        yield f"d-error-{name}", [said({"error_summary": summary}, "409 x"), folder, whole]
    written = "".join(f"\\u{ord(letter):04x}" for letter in ACCESS).encode()
    yield "d-echo", [said({"error_summary": "you said " + ACCESS}, "409 x")]
    yield "d-echo-cut", [said({"error_summary": "x" * 92 + ACCESS}, "409 x")]
    yield "d-echo-text", [reply(b"you said " + ACCESS.encode())]
    yield "d-echo-written", [reply(b'{"error_summary": "' + written + b'"}', "409 x")]
    session, done = said({"session_id": "s"}), said(None)
    end = [whole, session, done, done, done, cover, *linked, *[OK] * 5]
    yield "D-good", [folder, session, done, *end]
    for name, offset in (("on", SOUND), ("same", 40), ("back", 0), ("minus", -5),
                         ("huge", 2**63 - 1), ("past", SOUND + 1), ("text", "40"), ("real", 4e30)):
        error = {"error_summary": "incorrect_offset/", "error": {"correct_offset": offset}}
        wrong = said(error, "409 x")
        yield f"D-offset-{name}", [folder, session, wrong, wrong, wrong, wrong, *end]
    lost = said({"error_summary": "lookup_failed/not_found/"}, "409 x")
    yield "D-lost", [folder, session, lost, session, lost, session, done, *end]
    yield "D-session", [folder, said({"session_id": "a b\r\nc"})]
    yield "D-broken", [folder, session, said({}, "403 x"), done, done, *end]


def soundcloud():
    none = said({"collection": [], "next_href": ""})
    track = {"urn": "soundcloud:tracks:1", "state": "processing",
             "permalink_url": "https://s.invalid/a"}
    made = [none, said(track, "201 x"), said({})]
    end = [said({}), said(track), said({**track, "state": "finished"})]
    yield "c-good", made + end
    yield "c-private", made + [said({}), said({**track, "state": "", "sharing": "private",
                                               "secret_uri": "https://s/?secret_token=a%0a/../b"})]
    yield "c-failed", made + [said({}), said({**track, "state": "failed"})]
    yield "c-never", made + [said(track)] * 60
    yield "c-pages", [said({"collection": [], "next_href": HERE + "/next"})] * 9
    yield "c-away", [said({"collection": [], "next_href": "https://other.invalid/"})] * 2
    yield "c-file", [said({"collection": [None, 5, {}], "next_href": "file:///etc/passwd"})] * 2
    for name, urn in (("path", "a/../b"), ("long", "a" * 101), ("number", 5), ("line", "a\r\nb")):
        yield f"c-urn-{name}", [none, said({**track, "urn": urn}), none, none]
    yield "c-id", [none, said({"id": 2**63 - 1, "state": 5}), said({}), *end]
    yield "c-large", [none, reply(b"", "413 x")]
    yield "c-slow", [none, reply(b"", "429 x", Retry_After="9" * 18)]
    yield "c-echo", [none, reply(b"you said CANARY-access")]
    yield "c-echo-urn", [none, said({"id": "you said CANARY-access"})]


def allihoopa():
    def place(name, url=HERE + "/put"):
        return said({"data": {name: {"url": url}}})

    def refused(*messages):
        return said({"errors": [{"message": message} for message in messages]})

    files = [place("uploadUrlForFormat"), OK] * 2 + [place("uploadUrlForAttachment"), OK]
    made = {"title": "A", "url": "https://a.invalid/s/1", "shortId": "1"}
    yield "a-good", files + [said({"data": {"dropPiece": {"piece": made}}})]
    yield "a-none", files + [said({"data": {"dropPiece": None}})]
    yield "a-odd-url", files + [said({"data": {"dropPiece": {"piece": {"url": "a\r\nb\u009f"}}}})]
    yield "a-fault", files + [reply(b"", "500 x")]
    yield "a-cut", files + [b"HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\n{"]
    for name, url in (("http", "http://other.invalid/"), ("file", "file:///etc/passwd"),
                      ("empty", ""), ("user", "http://a:b@127.0.0.1/"), ("number", 5),
                      ("line", "https://a/\r\nb"),
                      ("space", HERE + "/a b"), ("long", "https://a/" + "b" * 70000)):
        yield f"a-at-{name}", [place("uploadUrlForFormat", url)]
    yield "a-over", [place("uploadUrlForFormat"), NONE] * 6
    yield "a-errors", [refused("no", "", 5, "a\r\n\u009fb")]
    yield "a-errors-odd", [said({"errors": [5, None, {}], "data": {}})]
    yield "a-errors-none", [said({"errors": [], "data": None})]
    for name, line in (("raw", b"CANARY-access"), ("written", b"CANARY\\u002daccess")):
        yield f"a-echo-{name}", [reply(b'{"errors": [{"message": "you said ' + line + b'"}]}')]


def services():
    for kind in (webdav(), bucket(), dropbox(), soundcloud(), allihoopa()):
        for name, replies in kind:
            yield name, name[:1].encode() + NEXT.join(replies)
