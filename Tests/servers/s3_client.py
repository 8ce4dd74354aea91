"""boto3, connected to the S3-compatible service."""

from __future__ import annotations

from typing import Any, Callable

import boto3
import pytest
from botocore.config import Config
from botocore.exceptions import ClientError
from conftest import Program


def client(program: Program, **more: Any) -> Any:
    style = {"addressing_style": more.pop("style", "path"), "payload_signing_enabled": True}
    said = {"aws_access_key_id": program.said["access_key"],
            "aws_secret_access_key": program.said["secret_key"],
            "region_name": program.said["region"], "verify": program.said.get("ca"),
            "endpoint_url": program.url, **more}
    retries = {"total_max_attempts": 1}
    config = Config(signature_version="s3v4", s3=style, retries=retries,
                    read_timeout=said.pop("read_timeout", 30))
    return boto3.client("s3", config=config, **said)


def code(call: Callable[..., Any], **said: Any) -> str:
    with pytest.raises(ClientError) as refused:
        call(**said)
    return str(refused.value.response["Error"]["Code"])
