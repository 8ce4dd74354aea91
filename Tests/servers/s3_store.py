"""State of an S3-compatible service: buckets, objects, multipart uploads."""

from __future__ import annotations

import hashlib
import secrets
import time
from dataclasses import dataclass, field
from typing import Any

from s3_xml import S3Error
from stored import Content, Stored


@dataclass
class Object:
    content: Content
    etag: str
    #: Content-Type and similar headers, and x-amz-meta-….
    headers: list[tuple[str, str]]
    modified: float = field(default_factory=time.time)


@dataclass
class Part:
    body: Stored
    etag: str
    #: In Base64, of an upload with checksums.
    checksum: str = ""
    modified: float = field(default_factory=time.time)


@dataclass
class Upload:
    bucket: str
    key: str
    headers: list[tuple[str, str]]
    parts: dict[int, Part] = field(default_factory=dict)
    #: Each part has a checksum of this algorithm; "": none has.
    algorithm: str = ""
    initiated: float = field(default_factory=time.time)


@dataclass
class Limits:
    """Settings that tests change while the server runs."""

    #: Smaller parts, except the last, are refused.
    minimum_part: int = 5 << 20
    #: Total bytes of all objects and parts; None: no limit.
    quota: int | None = None
    #: Seconds by which the server's clock is ahead.
    clock: float = 0
    #: Keys in one page of a list.
    page: int = 1000
    #: Path of the service in front of the buckets, as "/storage/v1/s3".
    root: str = ""
    #: Uploads without a checksum are refused, as by a bucket with an object lock.
    need_checksums: bool = False


class S3Store:
    """Threads: one at a time."""

    def __init__(self, buckets: list[str]) -> None:
        self.limits = Limits()
        self.buckets: dict[str, dict[str, Object]] = {name: {} for name in buckets}
        self.uploads: dict[str, Upload] = {}

    def bucket(self, name: str) -> dict[str, Object]:
        if name not in self.buckets:
            raise S3Error(404, "NoSuchBucket", "The specified bucket does not exist",
                          BucketName=name)
        return self.buckets[name]

    def object(self, bucket: str, key: str) -> Object:
        found = self.bucket(bucket).get(key)
        if not found:
            raise S3Error(404, "NoSuchKey", "The specified key does not exist.", Key=key)
        return found

    def put(self, bucket: str, key: str, body: Stored, headers: list[tuple[str, str]],
            if_match: str | None = None, if_none_match: str | None = None) -> Object:
        objects = self.bucket(bucket)
        here = objects.get(key)
        if if_none_match == "*" and here or \
                if_match and (not here or if_match.strip('"') != here.etag):
            raise S3Error(412, "PreconditionFailed", "At least one of the pre-conditions you "
                          "specified did not hold")
        self._check_room(body.size, here.content.size if here else 0)
        objects[key] = Object(Content([body]), tag_of(body), headers)
        return objects[key]

    def begin(self, bucket: str, key: str, headers: list[tuple[str, str]]) -> str:
        self.bucket(bucket)
        upload_id = secrets.token_urlsafe(24)
        self.uploads[upload_id] = Upload(bucket, key, headers)
        return upload_id

    def upload(self, upload_id: str, bucket: str, key: str) -> Upload:
        found = self.uploads.get(upload_id)
        if not found or (found.bucket, found.key) != (bucket, key):
            raise S3Error(404, "NoSuchUpload", "The specified upload does not exist. The upload ID "
                          "may be invalid, or the upload may have been aborted or completed.",
                          UploadId=upload_id)
        return found

    def put_part(self, upload: Upload, number: int, body: Stored) -> Part:
        if not 1 <= number <= 10000:
            raise S3Error(400, "InvalidArgument", "Part number must be an integer between 1 and "
                          "10000, inclusive", ArgumentName="partNumber",
                          ArgumentValue=str(number))
        here = upload.parts.get(number)
        self._check_room(body.size, here.body.size if here else 0)
        upload.parts[number] = Part(body, tag_of(body))
        return upload.parts[number]

    def complete(self, upload_id: str, upload: Upload, said: list[tuple[int, str]]) -> Object:
        """Joins the named parts, by number and ETag."""
        numbers = [number for number, _ in said]
        if not said:
            raise S3Error(400, "MalformedXML", "You must specify at least one part")
        if numbers != sorted(set(numbers)):
            raise S3Error(400, "InvalidPartOrder", "The list of parts was not in ascending order.")
        for number, tag in said:
            if number not in upload.parts or upload.parts[number].etag != tag:
                raise S3Error(400, "InvalidPart", "One or more of the specified parts could not be "
                              "found.", PartNumber=str(number), ETag=tag)
        parts = [upload.parts[number] for number in numbers]
        for number, part in zip(numbers[:-1], parts):
            if part.body.size < self.limits.minimum_part:
                raise S3Error(400, "EntityTooSmall", "Your proposed upload is smaller than the "
                              "minimum allowed size", ProposedSize=str(part.body.size),
                              MinSizeAllowed=str(self.limits.minimum_part),
                              PartNumber=str(number), ETag=part.etag)
        tags = hashlib.md5(b"".join(bytes.fromhex(part.etag) for part in parts),
                           usedforsecurity=False)
        made = Object(Content(part.body for part in parts), f"{tags.hexdigest()}-{len(parts)}",
                      upload.headers)
        self.bucket(upload.bucket)[upload.key] = made
        del self.uploads[upload_id]
        return made

    def list(self, bucket: str, prefix: str, delimiter: str, after: str, limit: int
             ) -> tuple[list[str], list[str], str | None]:
        """Keys and common prefixes, and the last one if more follow."""
        keys: list[str] = []
        prefixes: list[str] = []
        last = ""
        for key in sorted(self.bucket(bucket), key=str.encode):
            if not key.startswith(prefix):
                continue
            at = key.find(delimiter, len(prefix)) if delimiter else -1
            name = key if at < 0 else key[:at + len(delimiter)]
            if name.encode() <= after.encode() or at >= 0 and name in prefixes:
                continue
            if len(keys) + len(prefixes) >= limit:
                return keys, prefixes, last
            (keys if at < 0 else prefixes).append(name)
            last = name
        return keys, prefixes, None

    def used(self) -> int:
        kept = sum(one.content.size for each in self.buckets.values() for one in each.values())
        return kept + sum(part.body.size for upload in self.uploads.values()
                          for part in upload.parts.values())

    def files(self) -> list[dict[str, Any]]:
        return [{"path": f"{name}/{key}", "size": one.content.size, "etag": one.etag,
                 "sha256": one.content.hash("sha256"), "headers": one.headers}
                for name, bucket in self.buckets.items() for key, one in bucket.items()]

    def _check_room(self, size: int, freed: int) -> None:
        quota = self.limits.quota
        if quota is not None and self.used() + size - freed > quota:
            raise S3Error(403, "QuotaExceeded", f"{size} bytes are more than there is room for")


def tag_of(body: Stored) -> str:
    """The MD5; if it is not computed, another value derived from the content."""
    return body.hash("md5") or hashlib.md5(
        f"{body.size} {body.hash('sha256')} {secrets.token_hex(8)}".encode(),
        usedforsecurity=False).hexdigest()
