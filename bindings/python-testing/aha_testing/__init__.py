"""For tests of programs that use the network or wait: a stub server, faults, waits.

    from aha_testing import Reply, StubServer, RateLimited

    with StubServer() as server:
        server.on("GET", "/me", [RateLimited(1), Reply(json={"name": "Ada"})])
        ...                                        # a client of server.url
        first, second = server.wait_for_request(count=2, path="/me", timeout=5)
        assert second.when - first.when >= 1

Replies and faults are values: ``Delay(0.5, Cut(100, Reply(body=b"x" * 1000)))``. Every wait
has a timeout. ``python3 -m aha_testing``, or ``python3 …/aha_testing`` by its path, starts a server
for tests in other languages. The package needs only Python; :class:`TestAuthority` also needs the
command ``openssl``.

Threads: every object may be used from any thread.
"""

from .answers import Answer, Answers, Reply
from .authority import Certificate, TestAuthority
from .bodies import Pattern
from .exchange import Ended, Exchange
from .faults import (
    BadChunks, Cut, Delay, EmptyReply, Garbage, GzipBomb, HeaderBomb, HtmlError, HugeLength,
    InvalidJSON, RateLimited, RedirectLoop, Reset, SlowLoris, Stall,
)
from .recorded import Headers, Part, Request
from .server import StubServer, unused_port
from .waiting import DEFAULT_TIMEOUT, Expectation, wait_until, wait_until_async

__all__ = [
    "DEFAULT_TIMEOUT", "Answer", "Answers", "BadChunks", "Certificate", "Cut", "Delay",
    "EmptyReply", "Ended", "Exchange", "Expectation", "Garbage", "GzipBomb", "HeaderBomb",
    "Headers", "HtmlError", "HugeLength", "InvalidJSON", "Part", "Pattern", "RateLimited",
    "RedirectLoop", "Reply", "Request", "Reset", "SlowLoris", "Stall", "StubServer",
    "TestAuthority", "unused_port", "wait_until", "wait_until_async",
]
