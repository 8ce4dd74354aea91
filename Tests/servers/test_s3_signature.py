"""Refusals of the S3-compatible service: signatures made by boto3 and then changed."""

from __future__ import annotations

from typing import Any, Callable

import requests
from botocore.handlers import conditionally_calculate_md5
from conftest import Program, started
from s3_client import client, code

server, s3 = started("s3_server.py")


def test_wrong_signatures_are_refused(s3: Program) -> None:
    put = {"Bucket": "drops", "Key": "k", "Body": b"x"}
    assert code(client(s3, aws_secret_access_key="no").put_object, **put) == "SignatureDoesNotMatch"
    assert code(client(s3, aws_access_key_id="no").put_object, **put) == "InvalidAccessKeyId"
    # boto3 learns the region from the refusal and tries again.
    assert code(client(s3, region_name="us-east-2").get_object, Bucket="drops", Key="k"
                ) == "NoSuchKey"
    assert s3.do("statistics")["refused"]["AuthorizationHeaderMalformed"] == 1
    assert code(client(s3, aws_session_token="x").put_object, **put) == "InvalidToken"
    # A request may be late by a minute.
    for clock, refused in ((840, False), (910, True), (-890, False), (-960, True)):
        s3.do("settings", clock=clock)
        if refused:
            assert code(client(s3).put_object, **put) == "RequestTimeTooSkewed"
        else:
            client(s3).put_object(**put)
    s3.do("settings", clock=0, session_token="token")
    assert code(client(s3).put_object, **put) == "InvalidToken"
    client(s3, aws_session_token="token").put_object(**put)
    assert s3.do("statistics")["refused"]["RequestTimeTooSkewed"] == 2


def changed(s3: Program, what: Callable[[Any], None], md5: bool = False,
            signed: bool = True) -> str:
    """Error code of a put that was changed after it was signed."""
    to = client(s3)
    to.meta.config.s3["payload_signing_enabled"] = signed
    if not md5:
        to.meta.events.unregister("before-call.s3.PutObject", conditionally_calculate_md5)
    to.meta.events.register_last("before-send.s3.PutObject", lambda request, **said: what(request))
    return code(to.put_object, Bucket="drops", Key="k", Body=b"body")


def test_every_part_is_signed(s3: Program) -> None:
    def add(name: str, value: str) -> Callable[[Any], None]:
        return lambda request: request.headers.__setitem__(name, value)

    def without(name: str) -> Callable[[Any], None]:
        return lambda request: request.headers.__delitem__(name)

    def body(request: Any) -> None:
        request.body = b"BODY"

    def url(request: Any) -> None:
        request.url += "?partNumber=1"

    assert changed(s3, body) == "XAmzContentSHA256Mismatch"
    assert changed(s3, add("Content-MD5", "0" * 24), md5=True) == "SignatureDoesNotMatch"
    assert changed(s3, url) == "SignatureDoesNotMatch"
    assert changed(s3, add("x-amz-meta-a", "1")) == "AccessDenied"
    assert changed(s3, add("X-Amz-Date", "20200101T000000Z")) == "SignatureDoesNotMatch"
    assert changed(s3, add("X-Amz-Content-SHA256", "0" * 64)) == "SignatureDoesNotMatch"
    assert changed(s3, without("Authorization")) == "AccessDenied"
    assert changed(s3, without("X-Amz-Content-SHA256")) == "InvalidRequest"
    assert s3.do("files")["files"] == []


def test_presigned_links_are_checked(s3: Program) -> None:
    to = client(s3)
    to.put_object(Bucket="drops", Key="a b/ü", Body=b"body")
    link = to.generate_presigned_url("get_object", {"Bucket": "drops", "Key": "a b/ü"}, 600)

    def status(url: str, method: str = "GET") -> int:
        return requests.request(method, url, timeout=10, verify=s3.said["ca"]).status_code

    assert requests.get(link, timeout=10, verify=s3.said["ca"]).content == b"body"
    assert status(link, "DELETE") == status(link.replace("Expires=600", "Expires=900")) == 403
    assert status(link.replace("a%20b", "a%20c")) == status(link.replace("aha-access", "x")) == 403
    assert status(link.replace("Expires=600", "Expires=604801")) == 400
    for clock, wanted in ((540, 200), (610, 403), (-1000, 403)):
        s3.do("settings", clock=clock)
        assert status(link) == wanted
    s3.do("settings", clock=0, session_token="a/b+c")
    link = client(s3, aws_session_token="a/b+c").generate_presigned_url(
        "get_object", {"Bucket": "drops", "Key": "a b/ü"}, 60)
    assert status(link) == 200 and status(link.replace("a%2Fb", "a%2Fc")) == 400
