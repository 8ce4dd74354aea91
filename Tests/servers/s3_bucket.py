"""Requests for a bucket of the S3-compatible service, and for all of them."""

from __future__ import annotations

import base64
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request

from s3_xml import S3Error, document, stamp

if TYPE_CHECKING:
    from s3_server import S3Service

_PAGE = 1000


class BucketCalls:
    """Answers requests that name no key."""

    def __init__(self, service: S3Service) -> None:
        self._service, self._store = service, service.store

    def answer(self, request: Request, bucket: str) -> Answer:
        said = request.query
        self._store.bucket(bucket)
        if request.method == "HEAD":
            return Reply(200, headers={"x-amz-bucket-region": self._service.keys.region})
        if "uploads" in said:
            return self._uploads(bucket, said.get("prefix", ""))
        if request.method == "GET":
            return self._list(said, bucket)
        raise S3Error(405, "MethodNotAllowed", "The specified method is not allowed against this "
                      "resource.")

    def _uploads(self, bucket: str, prefix: str) -> Answer:
        found = [("Upload", [("Key", one.key), ("UploadId", name),
                             ("Initiated", stamp(one.initiated))])
                 for name, one in self._store.uploads.items()
                 if one.bucket == bucket and one.key.startswith(prefix)]
        return document("ListMultipartUploadsResult", [
            ("Bucket", bucket), ("Prefix", prefix), ("MaxUploads", _PAGE),
            ("IsTruncated", "false"), *found])

    def _list(self, said: dict[str, str], bucket: str) -> Answer:
        second = said.get("list-type") == "2"
        after = said.get("marker", "")
        if second:
            after = said.get("start-after", "")
            if "continuation-token" in said:
                after = base64.urlsafe_b64decode(said["continuation-token"]).decode()
        limit = min(self._store.limits.page, int(said.get("max-keys", _PAGE)))
        prefix, delimiter = said.get("prefix", ""), said.get("delimiter", "")
        keys, prefixes, last = self._store.list(bucket, prefix, delimiter, after, limit)
        in_url = said.get("encoding-type") == "url"
        name = quote if in_url else str
        inside: list[tuple[str, Any]] = [
            ("Name", bucket), ("Prefix", name(prefix)), ("Delimiter", name(delimiter)),
            ("MaxKeys", limit), ("IsTruncated", str(last is not None).lower()),
            ("KeyCount", len(keys) + len(prefixes))]
        if in_url:
            inside.append(("EncodingType", "url"))
        if last is not None:
            token = base64.urlsafe_b64encode(last.encode()).decode()
            inside.append(("NextContinuationToken", token) if second
                          else ("NextMarker", name(last)))
        for key in keys:
            one = self._store.object(bucket, key)
            inside.append(("Contents", [
                ("Key", name(key)), ("LastModified", stamp(one.modified)),
                ("ETag", f'"{one.etag}"'), ("Size", one.content.size),
                ("StorageClass", "STANDARD")]))
        inside += [("CommonPrefixes", [("Prefix", name(each))]) for each in prefixes]
        return document("ListBucketResult", inside)
