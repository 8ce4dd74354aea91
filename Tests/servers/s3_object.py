"""Requests for one object of the S3-compatible service, or for a multipart upload."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from email.utils import formatdate
from typing import TYPE_CHECKING

from aha_testing.answers import Answer, Reply
from aha_testing.recorded import Request

from s3_xml import S3Error, document, parsed, stamp

if TYPE_CHECKING:
    from s3_server import S3Service

_KEPT = ("content-type", "cache-control", "content-disposition", "content-encoding",
         "content-language", "expires")
_PAGE = 1000
_ACL = "x-amz-acl"
#: Algorithms of checksums, and their headers.
_SUMS = {"SHA256": "x-amz-checksum-sha256", "CRC64NVME": "x-amz-checksum-crc64nvme"}
_STORAGE = ("x-amz-storage-class", "x-amz-server-side-encryption",
            "x-amz-server-side-encryption-aws-kms-key-id", *_SUMS.values())
#: Canned ACLs of objects.
_ACLS = ("private", "public-read", "public-read-write", "authenticated-read", "aws-exec-read",
         "bucket-owner-read", "bucket-owner-full-control")


class ObjectCalls:
    """Answers requests that name a bucket and a key."""

    def __init__(self, service: S3Service) -> None:
        self._service, self._store = service, service.store

    def answer(self, request: Request, bucket: str, key: str) -> Answer:
        said = request.query
        if len(key.encode()) > 1024:
            raise S3Error(400, "KeyTooLongError", "Your key is too long")
        calls = {
            ("POST", "uploads" in said): self._begin,
            ("PUT", "partNumber" in said): self._put_part,
            ("GET", "uploadId" in said): self._list_parts,
            ("POST", "uploadId" in said): self._complete,
            ("DELETE", "uploadId" in said): self._abort}
        plain = {"PUT": self._put, "GET": self._get, "HEAD": self._get, "DELETE": self._delete}
        call = calls.get((request.method, True)) or plain.get(request.method)
        if not call:
            raise S3Error(405, "MethodNotAllowed", "The specified method is not allowed against "
                          "this resource.")
        return call(request, bucket, key)

    # Whole objects

    def _put(self, request: Request, bucket: str, key: str) -> Answer:
        headers = request.headers
        made = self._store.put(bucket, key, self._service.body(request), _kept(request),
                               headers.get("If-Match"), headers.get("If-None-Match"))
        return Reply(200, headers={"ETag": f'"{made.etag}"'})

    def _get(self, request: Request, bucket: str, key: str) -> Answer:
        found = self._store.object(bucket, key)
        headers = [*(one for one in found.headers if one[0].lower() != _ACL),
                   ("Last-Modified", formatdate(found.modified, usegmt=True))]
        return Reply(200, found.content, headers=headers, etag=found.etag, ranges=True)

    def _delete(self, request: Request, bucket: str, key: str) -> Answer:
        self._store.bucket(bucket).pop(key, None)
        return Reply(204)

    # Uploads in parts

    def _begin(self, request: Request, bucket: str, key: str) -> Answer:
        upload_id = self._store.begin(bucket, key, _kept(request))
        algorithm = request.headers.get("x-amz-checksum-algorithm", "")
        kind = request.headers.get("x-amz-checksum-type", "COMPOSITE")
        if algorithm == "CRC64NVME" and kind != "FULL_OBJECT":
            raise S3Error(400, "InvalidRequest", f"The {kind} checksum type cannot be used with "
                          "the crc64nvme checksum algorithm.")
        self._store.uploads[upload_id].algorithm = algorithm
        return document("InitiateMultipartUploadResult",
                        [("Bucket", bucket), ("Key", key), ("UploadId", upload_id)])

    def _put_part(self, request: Request, bucket: str, key: str) -> Answer:
        upload = self._store.upload(request.query.get("uploadId", ""), bucket, key)
        text = request.query["partNumber"]
        part = self._store.put_part(upload, int(text) if text.isdigit() else 0,
                                    self._service.body(request))
        sums = {name: request.headers[name] for name in _SUMS.values() if name in request.headers}
        if list(sums) != ([_SUMS[upload.algorithm]] if upload.algorithm else []):
            raise S3Error(400, "InvalidRequest", "Checksum Type mismatch occurred")
        part.checksum = "".join(sums.values())
        return Reply(200, headers={"ETag": f'"{part.etag}"', **sums})

    def _list_parts(self, request: Request, bucket: str, key: str) -> Answer:
        said = request.query
        upload = self._store.upload(said["uploadId"], bucket, key)
        limit = min(_PAGE, int(said.get("max-parts", _PAGE)))
        after = int(said.get("part-number-marker") or 0)
        numbers = [number for number in sorted(upload.parts) if number > after]
        page = numbers[:limit]
        parts = [("Part", [("PartNumber", number), ("LastModified", stamp(part.modified)),
                           ("ETag", f'"{part.etag}"'), ("Size", part.body.size),
                           *([(f"Checksum{upload.algorithm}", part.checksum)]
                             if part.checksum else [])])
                 for number, part in ((number, upload.parts[number]) for number in page)]
        return document("ListPartsResult", [
            ("Bucket", bucket), ("Key", key), ("UploadId", said["uploadId"]),
            ("PartNumberMarker", after), ("NextPartNumberMarker", page[-1] if page else 0),
            ("MaxParts", limit), ("IsTruncated", str(len(page) < len(numbers)).lower()), *parts])

    def _complete(self, request: Request, bucket: str, key: str) -> Answer:
        upload_id = request.query["uploadId"]
        upload = self._store.upload(upload_id, bucket, key)
        if upload.algorithm and _sums(request.body, upload.algorithm) != [
                upload.parts[number].checksum for number in sorted(upload.parts)]:
            raise S3Error(400, "InvalidRequest", "The upload was created using a checksum. "
                          "The complete request must include the checksum for each part.")
        made = self._store.complete(upload_id, upload, _parts(request.body))
        return document("CompleteMultipartUploadResult", [
            ("Location", f"{self._service.url}/{bucket}/{key}"), ("Bucket", bucket), ("Key", key),
            ("ETag", f'"{made.etag}"')])

    def _abort(self, request: Request, bucket: str, key: str) -> Answer:
        self._store.upload(request.query["uploadId"], bucket, key)
        del self._store.uploads[request.query["uploadId"]]
        return Reply(204)


def _kept(request: Request) -> list[tuple[str, str]]:
    """The headers that an object stores; only tests can query its ACL."""
    if request.headers.get(_ACL, "private") not in _ACLS:
        raise S3Error(400, "InvalidArgument", "", ArgumentName=_ACL,
                      ArgumentValue=request.headers.get(_ACL, ""))
    return [(name, value) for name, value in request.headers
            if name.lower() in (*_KEPT, _ACL, *_STORAGE) or name.lower().startswith("x-amz-meta-")]


def _sums(data: bytes, algorithm: str) -> list[str]:
    return [part.findtext(f"Checksum{algorithm}", "") for part in parsed(data).iter("Part")]


def _parts(data: bytes) -> list[tuple[int, str]]:
    """Number and ETag of the parts of an upload."""
    try:
        root = parsed(data)
        if root.tag != "CompleteMultipartUpload":
            raise ValueError(root.tag)
        return [(int(part.findtext("PartNumber", "")), part.findtext("ETag", "").strip('"'))
                for part in root.iter("Part")]
    except (ET.ParseError, ValueError):
        raise S3Error(400, "MalformedXML", "The XML you provided was not well-formed or did not "
                      "validate against our published schema") from None
