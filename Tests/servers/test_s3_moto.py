"""moto behind the check of signatures: what boto3 does to it."""

from __future__ import annotations

import random

import pytest
from conftest import Program, started
from s3_client import client, code

server = started("s3_server.py", "--moto")
MIB = 1 << 20
DATA = random.Random(7).randbytes(6 * MIB)


@pytest.fixture
def s3(server: Program) -> Program:
    server.do("reset")
    return server


@pytest.mark.parametrize("key", ["a", "a b/c+d (1)'*!~é😀.wav"])
def test_objects(s3: Program, key: str) -> None:
    to = client(s3)
    to.put_object(Bucket="drops", Key=key, Body=DATA, Metadata={"title": "x"})
    got = to.get_object(Bucket="drops", Key=key)
    assert got["Body"].read() == DATA and got["Metadata"] == {"title": "x"}
    assert to.head_object(Bucket="drops", Key=key)["ContentLength"] == len(DATA)
    assert to.get_object(Bucket="drops", Key=key, Range="bytes=2-4")["Body"].read() == DATA[2:5]
    assert [one["Key"] for one in to.list_objects_v2(Bucket="drops")["Contents"]] == [key]
    to.delete_object(Bucket="drops", Key=key)
    assert code(to.get_object, Bucket="drops", Key=key) == "NoSuchKey"


def test_parts(s3: Program) -> None:
    to = client(s3)
    made = to.create_multipart_upload(Bucket="drops", Key="k")
    upload = {name: made[name] for name in ("Bucket", "Key", "UploadId")}
    parts = [{"PartNumber": number, "ETag": to.upload_part(
        **upload, PartNumber=number, Body=body)["ETag"]}
        for number, body in ((1, DATA[:5 * MIB]), (2, DATA[5 * MIB:]))]
    assert [one["Size"] for one in to.list_parts(**upload)["Parts"]] == [5 * MIB, MIB]
    to.complete_multipart_upload(**upload, MultipartUpload={"Parts": parts})
    assert to.get_object(Bucket="drops", Key="k")["Body"].read() == DATA
    assert code(to.list_parts, **upload) == "NoSuchUpload"


def test_signatures(s3: Program) -> None:
    wrong = client(s3, aws_secret_access_key="wrong")
    assert code(wrong.put_object, Bucket="drops", Key="k", Body=b"x") == "SignatureDoesNotMatch"
    assert client(s3).list_objects_v2(Bucket="drops")["KeyCount"] == 0
