"""Hostile XML."""

HEAD = b'<?xml version="1.0" encoding="UTF-8"?>\n'


def documents(good):
    """Documents by their defect; the caller supplies the valid one."""
    entity = b'<!DOCTYPE a [<!ENTITY b "bbbbbbbb"><!ENTITY c "&b;&b;&b;&b;">]>'
    yield "plain", good
    yield "bomb", HEAD + entity + b"<a>&c;&c;&c;</a>"
    yield "outside", HEAD + b'<!DOCTYPE a SYSTEM "file:///etc/passwd"><a>b</a>'
    yield "external", HEAD + b'<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'
    yield "nested", HEAD + b"<a>" * 64 + b"</a>" * 64
    yield "nested-65", HEAD + b"<a>" * 65 + b"</a>" * 65
    yield "nested-deep", b"<a>" * 20000
    yield "utf-16", good.decode().replace("UTF-8", "UTF-16").encode("utf-16")
    yield "utf-16-bare", good.decode().replace("UTF-8", "UTF-16").encode("utf-16-be")
    yield "latin-1", good.replace(b"UTF-8", b"ISO-8859-1").replace(b"a", b"\xe4")
    yield "no-encoding", good.replace(b"UTF-8", b"EBCDIC-9")
    yield "no-utf-8", good.replace(b"u/1", b"\xff\xc3(").replace(b"/dav/a", b"/dav/\xff")
    yield "cut", good[:-9]
    yield "half", good[:len(good) // 2]
    yield "nothing", b""
    yield "two", good + good
    yield "page", b"<!doctype html><p>Log in<br>"
    yield "long-text", HEAD + b"<a>" + b"x" * 70000 + b"</a>"
    yield "long-name", HEAD + b"<" + b"x" * 70000 + b"/>"
    yield "attributes", HEAD + b"<a " + b" ".join(b'a%d="b"' % i for i in range(5000)) + b"/>"
    yield "nul", good.replace(b"<", b"\0<", 3)
    yield "reference", good.replace(b"u/1", b"&#x10FFFF;&#0;").replace(b"/dav/a", b"&#xD800;")
    yield "control", good.replace(b"u/1", b"a&#10;&#13;b").replace(b"/dav/a", b"%0a%00/%2e%2e")
    yield "cdata", good.replace(b"u/1", b"<![CDATA[<]]>]]&gt;").replace(b"207", b"<![CDATA[5]]>")
