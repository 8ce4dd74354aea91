"""XML of the Nextcloud stub."""

from __future__ import annotations

from urllib.parse import quote

from aha_testing.answers import Answer, Reply

HEAD = '<?xml version="1.0" encoding="utf-8"?>'


def response(path: str, properties: str) -> str:
    return f"<d:response><d:href>{quote(path)}</d:href><d:propstat><d:prop>{properties}</d:prop>" \
        "<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>"


def multistatus(responses: list[str]) -> Answer:
    return Reply(207, f'{HEAD}<d:multistatus xmlns:d="DAV:" xmlns:oc="http://owncloud.org/ns">'
                 + "".join(responses) + "</d:multistatus>",
                 content_type="application/xml; charset=utf-8")
