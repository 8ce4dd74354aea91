"""AWS Signature Version 4, server side: S3's checks before it handles a request.

Source: Amazon S3 API Reference, "Authenticating Requests (AWS Signature Version 4)".
"""

from __future__ import annotations

import hashlib
import hmac
import re
from calendar import timegm
from dataclasses import dataclass
from time import strptime
from urllib.parse import quote, unquote

from aha_testing.recorded import Request

from s3_xml import S3Error

UNSIGNED = "UNSIGNED-PAYLOAD"
_ALGORITHM = "AWS4-HMAC-SHA256"
_SKEW = 15 * 60
_WEEK = 7 * 86_400


@dataclass
class Keys:
    """Accepted credentials and signing rules."""

    access_key: str
    secret_key: str
    region: str
    #: Security token required with temporary credentials.
    session_token: str | None = None
    #: Whether unsigned bodies are accepted.
    unsigned: bool = False


@dataclass
class _Said:
    """Signature fields of a request."""

    credential: str
    signed: list[str]
    signature: str
    time: str
    payload: str
    #: Seconds for which a presigned link is valid; 0 for a signature in a header.
    life: int = 0


def verify(request: Request, keys: Keys, now: float) -> str:
    """Checks everything except the body. Returns the required SHA-256 of the body, or UNSIGNED.

    Errors: S3Error.
    """
    said = _from_query(request, now) if "X-Amz-Signature" in request.query \
        else _from_headers(request)
    parts = said.credential.split("/")
    if len(parts) != 5 or parts[3:] != ["s3", "aws4_request"]:
        raise S3Error(400, "AuthorizationHeaderMalformed",
                      f"the credential {said.credential!r} is malformed")
    key, date, region = parts[:3]
    if key != keys.access_key:
        raise S3Error(403, "InvalidAccessKeyId", "The AWS Access Key Id you provided does not "
                      "exist in our records.", AWSAccessKeyId=key)
    if region != keys.region:
        raise S3Error(400, "AuthorizationHeaderMalformed", f"the region {region!r} is wrong; "
                      f"expecting {keys.region!r}", Region=keys.region)
    _check_token(request, keys)
    if not said.life:
        _check_time(said, date, now)
        _check_payload(said, keys)
    _check_signed_headers(request, said)
    canonical = _canonical(request, said)
    to_sign = "\n".join([_ALGORITHM, said.time, "/".join(parts[1:]), _sha256(canonical)])
    if not hmac.compare_digest(_signature(keys, parts[1:], to_sign), said.signature):
        raise S3Error(403, "SignatureDoesNotMatch", "The request signature we calculated does "
                      "not match the signature you provided. Check your key and signing "
                      "method.", StringToSign=to_sign, CanonicalRequest=canonical,
                      SignatureProvided=said.signature)
    return said.payload


def _from_query(request: Request, now: float) -> _Said:
    """A presigned link. Its body is not signed."""
    said = request.query
    if said.get("X-Amz-Algorithm") != _ALGORITHM:
        raise S3Error(400, "AuthorizationQueryParametersError",
                      f"X-Amz-Algorithm only supports {_ALGORITHM}")
    life, then = int(said.get("X-Amz-Expires", "0")), said.get("X-Amz-Date", "")
    if not 1 <= life <= _WEEK or not re.fullmatch(r"\d{8}T\d{6}Z", then):
        raise S3Error(400, "AuthorizationQueryParametersError",
                      "X-Amz-Expires must be between 1 and 604800 seconds")
    start = timegm(strptime(then, "%Y%m%dT%H%M%SZ"))
    if now > start + life or now < start - _SKEW:
        raise S3Error(403, "AccessDenied", "Request has expired")
    return _Said(said.get("X-Amz-Credential", ""), said.get("X-Amz-SignedHeaders", "").split(";"),
                 said["X-Amz-Signature"], then, UNSIGNED, life)


def _from_headers(request: Request) -> _Said:
    value = request.headers.get("Authorization")
    if value is None:
        raise S3Error(403, "AccessDenied", "Access Denied")
    found = re.fullmatch(_ALGORITHM + r" +Credential=([^, ]+), *SignedHeaders=([^, ]+), *"
                         r"Signature=([0-9a-f]{64})", value)
    if not found:
        raise S3Error(400, "AuthorizationHeaderMalformed",
                      f"the header {value[:60]!r} is malformed")
    payload = request.headers.get("x-amz-content-sha256")
    if payload is None:
        raise S3Error(400, "InvalidRequest",
                      "Missing required header for this request: x-amz-content-sha256")
    return _Said(found[1], found[2].split(";"), found[3],
                 request.headers.get("x-amz-date") or "", payload)


def _check_token(request: Request, keys: Keys) -> None:
    told = request.query.get("X-Amz-Security-Token", request.headers.get("x-amz-security-token"))
    if told != keys.session_token:
        raise S3Error(400, "InvalidToken", "The provided token is malformed or otherwise "
                      "invalid.")


def _check_time(said: _Said, date: str, now: float) -> None:
    if not re.fullmatch(r"\d{8}T\d{6}Z", said.time):
        raise S3Error(403, "AccessDenied", "AWS authentication requires a valid Date or "
                      "x-amz-date header")
    if said.time[:8] != date:
        raise S3Error(403, "SignatureDoesNotMatch", "the date of the credential is not that "
                      "of x-amz-date")
    then = timegm(strptime(said.time, "%Y%m%dT%H%M%SZ"))
    if abs(then - now) > _SKEW:
        raise S3Error(403, "RequestTimeTooSkewed", "The difference between the request time "
                      "and the current time is too large.", RequestTime=said.time,
                      MaxAllowedSkewMilliseconds=str(_SKEW * 1000))


def _check_signed_headers(request: Request, said: _Said) -> None:
    if said.signed != sorted(name.lower() for name in said.signed):
        raise S3Error(400, "AuthorizationHeaderMalformed", "SignedHeaders are not sorted")
    needed = {"host"} | {name.lower() for name, _ in request.headers
                         if name.lower().startswith("x-amz-") or name.lower() == "content-md5"}
    if missing := needed - set(said.signed):
        raise S3Error(403, "AccessDenied", "There were headers present in the request which "
                      "were not signed", HeadersNotSigned=", ".join(sorted(missing)))


def _check_payload(said: _Said, keys: Keys) -> None:
    if said.payload == UNSIGNED:
        if not keys.unsigned:
            raise S3Error(400, "InvalidRequest", "this server wants signed payloads")
    elif said.payload.startswith("STREAMING-"):
        raise S3Error(501, "NotImplemented", f"{said.payload} is not implemented here")
    elif not re.fullmatch("[0-9a-f]{64}", said.payload):
        raise S3Error(400, "InvalidArgument", "x-amz-content-sha256 must be UNSIGNED-PAYLOAD "
                      "or a valid sha256 value.")


def _canonical(request: Request, said: _Said) -> str:
    path, _, query = request.target.partition("?")
    pairs = sorted((quote(unquote(name), safe="-_.~"), quote(unquote(value), safe="-_.~"))
                   for name, _, value in (each.partition("=") for each in query.split("&") if each)
                   if name != "X-Amz-Signature")
    headers = "".join(
        f"{name}:{','.join(' '.join(one.split()) for one in request.headers.all(name))}\n"
        for name in said.signed)
    return "\n".join([request.method, quote(unquote(path), safe="/-_.~"),
                      "&".join(f"{name}={value}" for name, value in pairs), headers,
                      ";".join(said.signed), said.payload])


def _signature(keys: Keys, scope: list[str], to_sign: str) -> str:
    key = b"AWS4" + keys.secret_key.encode()
    for part in scope:
        key = hmac.digest(key, part.encode(), "sha256")
    return hmac.digest(key, to_sign.encode(), "sha256").hex()


def _sha256(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()
