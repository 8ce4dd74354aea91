#!/usr/bin/env python3
"""An S3-compatible service for tests that checks signatures. See README.md."""

from __future__ import annotations

import argparse
import base64
import time
from typing import Any
from urllib.parse import unquote

from aha_testing.answers import Answer, Reply
from aha_testing.control import Control
from aha_testing.recorded import Request

from crc64 import crc64nvme
from s3_bucket import BucketCalls
from s3_object import ObjectCalls
from s3_signature import UNSIGNED, Keys, verify
from s3_store import S3Store
from s3_xml import S3Error, xml
from service import Service, main

ACCESS_KEY, SECRET_KEY, REGION = "aha-access-key", "aha-secret-key", "eu-central-1"


class S3Service(Service):
    """Buckets by path (``/bucket/key``) and by host (``bucket.localhost``)."""

    def __init__(self, *arguments: Any, buckets: list[str], unsigned: bool = False,
                 md5: bool = True, **more: Any) -> None:
        self._buckets, self._unsigned, self._md5 = buckets, unsigned, md5
        super().__init__(*arguments, **more)

    def renew(self) -> None:
        self.keys = Keys(ACCESS_KEY, SECRET_KEY, REGION, unsigned=self._unsigned)
        self.store = S3Store(self._buckets)
        self._object_calls, self._bucket_calls = ObjectCalls(self), BucketCalls(self)
        self.refused: dict[str, int] = {}

    def upload(self, request: Request) -> tuple[str, str] | None:
        if request.method != "PUT":
            return None
        bucket, key = self.address(request)
        number = request.query.get("partNumber")
        return (request.query.get("uploadId", f"{bucket}/{key}"), number or "0") if key else None

    def hashes(self, request: Request) -> list[str]:
        unsigned = request.headers.get("x-amz-content-sha256", UNSIGNED) == UNSIGNED
        return ["md5"] * self._md5 + ["sha256"] * (not unsigned)

    def address(self, request: Request) -> tuple[str, str]:
        """Bucket and key; "" if absent."""
        path = unquote(request.target.partition("?")[0])
        path = path.removeprefix(self.store.limits.root).removeprefix("/")
        host = (request.headers.get("Host") or "").partition(":")[0]
        bucket, dot, rest = host.partition(".")
        if dot and not bucket.isdigit() and rest in ("localhost", "s3.localhost", "s3.test"):
            return bucket, path
        bucket, _, key = path.partition("/")
        return bucket, key

    def handle(self, request: Request) -> Answer:
        try:
            self._check(request)
            bucket, key = self.address(request)
            if key:
                return self._object_calls.answer(request, bucket, key)
            return self._bucket_calls.answer(request, bucket)
        except S3Error as error:
            self.refused[error.code] = self.refused.get(error.code, 0) + 1
            said = [("Code", error.code), ("Message", error.message),
                    ("Resource", request.path), ("RequestId", f"{request.number:016X}")]
            body = xml("Error", [*said, *error.more.items()], namespace=False)
            return Reply(error.status, b"" if request.method == "HEAD" else body,
                         content_type="application/xml",
                         headers={"x-amz-request-id": f"{request.number:016X}"})

    def _check(self, request: Request) -> None:
        """Checks the signature, and that the body is the signed one."""
        payload = verify(request, self.keys, time.time() + self.store.limits.clock)
        if payload != UNSIGNED and payload != (request.sha256 or self.body(request).hash("sha256")):
            raise S3Error(400, "XAmzContentSHA256Mismatch", "The provided 'x-amz-content-sha256' "
                          "header does not match what was computed.",
                          ClientComputedContentSHA256=payload,
                          S3ComputedContentSHA256=request.sha256)
        if request.method == "PUT":
            self._check_sum(request)
        sent = request.headers.get("Content-MD5")
        if sent and request.stored and self._md5:
            if sent != base64.b64encode(bytes.fromhex(request.stored.hash("md5"))).decode():
                raise S3Error(400, "BadDigest", "The Content-MD5 you specified did not match what "
                              "we received.")

    def _check_sum(self, request: Request) -> None:
        sent = request.headers.get("x-amz-checksum-sha256")
        crc = request.headers.get("x-amz-checksum-crc64nvme")
        if not sent and not crc and self.store.limits.need_checksums:
            raise S3Error(400, "InvalidRequest", "Content-MD5 OR x-amz-checksum- HTTP header is "
                          "required for Put Object requests with Object Lock parameters")
        body = bytes.fromhex(request.sha256 or self.body(request).hash("sha256"))
        if sent and sent != base64.b64encode(body).decode():
            raise S3Error(400, "BadDigest", "The SHA256 you specified did not match the calculated "
                          "checksum.")
        if crc and base64.b64decode(crc) != crc64nvme(self.body(request).read()):
            raise S3Error(400, "BadDigest", "The CRC64NVME you specified did not match the "
                          "calculated checksum.")

    def files(self) -> list[dict[str, Any]]:
        return self.store.files()

    def statistics(self) -> dict[str, Any]:
        return {"refused": self.refused, "open_uploads": len(self.store.uploads),
                "used": self.store.used()}

    def commands(self, control: Control) -> None:
        super().commands(control)
        control.commands.update(settings=self._settings, abort=self._abort)

    def _settings(self, said: dict[str, Any]) -> dict[str, Any]:
        for name in set(said) - {"do"}:
            holder: Any = self.keys if hasattr(self.keys, name) else self.store.limits
            if not hasattr(holder, name):
                raise ValueError(f"{name!r} is no setting")
            setattr(holder, name, said[name])
        return {**vars(self.store.limits), **vars(self.keys)}

    def _abort(self, said: dict[str, Any]) -> None:
        """Deletes every incomplete upload, as a lifecycle rule does."""
        with self.lock:
            self.store.uploads.clear()


def options(chosen: argparse.Namespace) -> dict[str, Any]:
    return {"buckets": chosen.bucket or ["drops"], "unsigned": chosen.unsigned,
            "md5": not chosen.no_md5, "body_limit": 64 << 20}


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="An S3-compatible service for tests.")
    parser.add_argument("--bucket", action="append", help="one that is there; else: drops")
    parser.add_argument("--unsigned", action="store_true", help="take UNSIGNED-PAYLOAD")
    parser.add_argument("--no-md5", action="store_true", help="ETags that are no MD5: faster")
    main(S3Service, parser, options, lambda server: {
        "access_key": ACCESS_KEY, "secret_key": SECRET_KEY, "region": REGION})
