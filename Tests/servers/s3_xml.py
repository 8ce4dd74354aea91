"""XML of S3 and WebDAV."""

from __future__ import annotations

import time
import xml.etree.ElementTree as ET
from collections.abc import Iterable
from typing import Any
from xml.sax.saxutils import escape

_NAMESPACE = ' xmlns="http://s3.amazonaws.com/doc/2006-03-01/"'
HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'

#: A name with text, or with child elements.
Element = tuple[str, Any]


def xml(name: str, inside: Iterable[Element] | str, namespace: bool = True) -> bytes:
    """A document of one element with its content."""
    text = escape(inside) if isinstance(inside, str) else "".join(_element(*one) for one in inside)
    return (f"{HEAD}<{name}{_NAMESPACE if namespace else ''}>{text}"
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
