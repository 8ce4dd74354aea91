"""The S3-compatible service, tested with boto3 and rclone."""

from __future__ import annotations

import hashlib
import random
from typing import Any

import pytest
from conftest import Program, started
from s3_client import client, code

server, s3 = started("s3_server.py")
MIB = 1 << 20
DATA = random.Random(1).randbytes(11 * MIB + 7)


def begin(s3: Any, key: str = "a") -> dict[str, Any]:
    made = s3.create_multipart_upload(Bucket="drops", Key=key)
    return {name: made[name] for name in ("Bucket", "Key", "UploadId")}


def finish(s3: Any, upload: dict[str, Any], tags: list[str]) -> Any:
    parts = [{"PartNumber": number + 1, "ETag": tag} for number, tag in enumerate(tags)]
    return s3.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts})


# Objects

@pytest.mark.parametrize("key", ["a", "a b/c+d (1)'*!~é€😀.wav", "//x/./y"])
def test_an_object_is_read_as_it_was_put(s3: Program, key: str) -> None:
    to = client(s3)
    made = to.put_object(Bucket="drops", Key=key, Body=DATA, ContentType="audio/wav",
                         Metadata={"title": "x  y"})
    assert made["ETag"] == f'"{hashlib.md5(DATA).hexdigest()}"'
    got = to.get_object(Bucket="drops", Key=key)
    assert got["Body"].read() == DATA and got["ContentType"] == "audio/wav"
    assert got["Metadata"] == {"title": "x  y"}
    part = to.get_object(Bucket="drops", Key=key, Range="bytes=5-9")
    assert part["Body"].read() == DATA[5:10] and part["ContentRange"] == f"bytes 5-9/{len(DATA)}"
    assert to.head_object(Bucket="drops", Key=key)["ContentLength"] == len(DATA)
    kept = s3.do("files")["files"]
    assert [(one["path"], one["sha256"]) for one in kept] == [
        ("drops/" + key, hashlib.sha256(DATA).hexdigest())]
    to.delete_object(Bucket="drops", Key=key)
    assert code(to.get_object, Bucket="drops", Key=key) == "NoSuchKey"


# Uploads in parts

def test_listed_parts_resume_an_upload(s3: Program) -> None:
    to = client(s3)
    upload = begin(to)
    first = to.upload_part(**upload, PartNumber=1, Body=DATA[:5 * MIB])["ETag"]
    assert [one["Key"] for one in to.list_multipart_uploads(Bucket="drops")["Uploads"]] == ["a"]
    second = to.upload_part(**upload, PartNumber=2, Body=DATA[5 * MIB:])["ETag"]
    listed = to.list_parts(**upload, MaxParts=1)
    assert listed["IsTruncated"] and listed["Parts"][0]["Size"] == 5 * MIB
    rest = to.list_parts(**upload, PartNumberMarker=listed["NextPartNumberMarker"])
    assert [one["ETag"] for one in rest["Parts"]] == [second] and not rest["IsTruncated"]
    finish(to, upload, [first, second])
    assert to.get_object(Bucket="drops", Key="a")["Body"].read() == DATA
    got = to.get_object(Bucket="drops", Key="a", Range=f"bytes={5 * MIB - 2}-{5 * MIB + 1}")
    assert got["Body"].read() == DATA[5 * MIB - 2:5 * MIB + 2]
    assert code(to.list_parts, **upload) == "NoSuchUpload"


def test_completion_refuses_wrong_parts(s3: Program) -> None:
    to = client(s3)
    upload = begin(to)
    tags = [to.upload_part(**upload, PartNumber=number, Body=b"small")["ETag"] for number in (1, 2)]
    assert code(finish, s3=to, upload=upload, tags=tags) == "EntityTooSmall"
    assert code(finish, s3=to, upload=upload, tags=["0" * 32]) == "InvalidPart"
    assert code(to.complete_multipart_upload, **upload, MultipartUpload={"Parts": [
        {"PartNumber": number, "ETag": tags[number - 1]} for number in (2, 1)]}
    ) == "InvalidPartOrder"
    assert code(to.upload_part, **upload, PartNumber=10001, Body=b"") == "InvalidArgument"
    s3.do("settings", minimum_part=1)
    finish(to, upload, tags)
    other = begin(to)
    to.abort_multipart_upload(**other)
    assert code(to.abort_multipart_upload, **other) == "NoSuchUpload"
    assert s3.do("statistics")["open_uploads"] == 0
