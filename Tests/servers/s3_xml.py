"""XML of S3: replies and errors."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

from aha_testing.answers import Reply

_NAMESPACE = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

#: A name with text, or with child elements.
Element = tuple[str, Any]


class S3Error(Exception):
    """An error in S3's form: status, code, message, and more elements."""

    def __init__(self, status: int, code: str, message: str, **more: str) -> None:
        super().__init__(f"{code}: {message}")
        self.status, self.code, self.message, self.more = status, code, message, more


def document(name: str, inside: Iterable[Element]) -> Reply:
    return Reply(200, xml(name, inside), content_type="application/xml")


def xml(name: str, inside: Iterable[Element], namespace: bool = True) -> bytes:
    """A document of one element with its content."""
    text = "".join(_element(*one) for one in inside)
    return (f"{_HEAD}<{name}{_NAMESPACE if namespace else ''}>{text}"
            f"</{name}>").encode()


def _element(name: str, value: Any) -> str:
    inside = "".join(_element(*one) for one in value) if isinstance(value, list) \
        else escape(str(value))
    return f"<{name}>{inside}</{name}>"


def parsed(data: bytes) -> ET.Element:
    """A document without its namespaces. Errors: ET.ParseError."""
    root = ET.fromstring(data)
    for element in root.iter():
        element.tag = element.tag.rpartition("}")[2]
    return root


def stamp(seconds: float) -> str:
    return time.strftime("%Y-%m-%dT%H:%M:%S.000Z", time.gmtime(seconds))
