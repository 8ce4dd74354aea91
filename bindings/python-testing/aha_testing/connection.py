"""One connection of a stub server, from the handshake to its end."""

from __future__ import annotations

import socket
import ssl
import time
from typing import TYPE_CHECKING
from urllib.parse import parse_qsl, unquote

from .answers import Answer, Reply
from .exchange import Ended, Exchange, client_left
from .reading import BadRequest, Form, Reader, Sum, parameter, parse_head
from .recorded import Headers, Request

if TYPE_CHECKING:
    from .server import StubServer

_HANDSHAKE_TIMEOUT = 30.0
#: Limits of time and bytes for the rest of an upload that was answered early. The server reads it,
#: so that the client receives the reply and not a reset.
_DRAIN_SECONDS, _DRAIN_BYTES = 2.0, 64 << 20


def serve(server: StubServer, sock: socket.socket, number: int) -> None:
    """Answers requests until the connection ends."""
    drain = False
    try:
        sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        if server.silent:
            client_left(sock, float(1 << 20))
            return
        if server.tls:
            sock = _handshake(server, server.tls, sock, number)
        reader = Reader(sock)
        while _one(server, sock, reader, number):
            pass
    except Ended:
        drain = True
    except BadRequest as error:
        drain = _bad_request(sock, error)
    except (OSError, ssl.SSLError):
        pass  # the client disconnected, or the server is closing
    finally:
        if drain:
            _drain(sock)
        sock.close()


def _handshake(server: StubServer, tls: ssl.SSLContext, sock: socket.socket,
               number: int) -> ssl.SSLSocket:
    secure = tls.wrap_socket(sock, server_side=True, do_handshake_on_connect=False)
    server.replace_socket(number, secure)
    try:
        secure.settimeout(_HANDSHAKE_TIMEOUT)
        secure.do_handshake()
        secure.settimeout(None)
    except OSError as error:
        server.handshake_failures.append(str(error))
        secure.close()
        raise
    return secure


def _one(server: StubServer, sock: socket.socket, reader: Reader, number: int) -> bool:
    """Answers one request; True if another one can follow."""
    head = reader.until(b"\r\n\r\n")
    if head is None:
        return False
    request, version = _parsed(head.lstrip(b"\r\n"), number)
    answer = server.answer_to(request)
    limit = answer.upload_bytes if isinstance(answer, Answer) else None
    try:
        _read_body(server, sock, reader, request, limit)
    except (BadRequest, OSError):
        request.hung_up = time.monotonic()
        raise
    finally:
        server.record(request)
    if not isinstance(answer, Answer):
        try:
            answer = answer(request)
        except BaseException as error:
            server.errors.append(error)
            answer = Reply(500, json={"error": repr(error)})
    exchange = Exchange(sock, request, version)
    try:
        answer.send(exchange)
        exchange.flush()
    finally:
        request.answered = time.monotonic()
    if not exchange.keep_alive:
        raise Ended
    return True


def _parsed(head: bytes, connection: int) -> tuple[Request, str]:
    method, target, version, headers = parse_head(head)
    path, _, query = target.partition("?")
    if "://" in path:  # a request to a proxy
        path = "/" + path.partition("://")[2].partition("/")[2]
    return Request(
        number=0, connection=connection, method=method, target=target, path=unquote(path),
        query=dict(parse_qsl(query, keep_blank_values=True)), headers=headers,
        when=time.monotonic()), version


def _read_body(server: StubServer, sock: socket.socket, reader: Reader, request: Request,
               limit: int | None) -> None:
    """Reads the body, or its first ``limit`` bytes; updates ``request`` with it."""
    headers = request.headers
    if "Content-Length" not in headers and "Transfer-Encoding" not in headers:
        request.complete = True
        return
    if limit == 0:
        return
    if (headers.get("Expect") or "").lower() == "100-continue":
        sock.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    total = server.sum_for(request)
    form = _form(headers, server)
    try:
        for data in reader.body(headers):
            total.add(data)
            if form:
                form.add(data)
            if limit is not None and total.size >= limit:
                return
        request.complete = True
    finally:
        total.put_into(request)
        if form:
            form.finish()
            request.parts = form.parts


def _form(headers: Headers, server: StubServer) -> Form | None:
    kind = headers.get("Content-Type") or ""
    boundary = parameter(kind, "boundary")
    if not kind.lower().startswith("multipart/") or not boundary:
        return None
    return Form(boundary, server.body_limit, server.hash_bodies)


def _bad_request(sock: socket.socket, error: BadRequest) -> bool:
    text = str(error).encode("utf-8", "replace")
    try:
        sock.sendall(b"HTTP/1.1 400 Bad Request\r\nContent-Type: text/plain\r\n"
                     b"Connection: close\r\nContent-Length: %d\r\n\r\n%s" % (len(text), text))
    except OSError:
        return False
    return True


def _drain(sock: socket.socket) -> None:
    """Closes the server's half, and reads the client's remaining bytes.

    A close with unread bytes would send a reset, which can overtake the reply.
    """
    try:
        if sock.getsockopt(socket.SOL_SOCKET, socket.SO_LINGER, 4)[0]:
            return  # The fault requires a reset.
        socket.socket.shutdown(sock, socket.SHUT_WR)
        deadline, left = time.monotonic() + _DRAIN_SECONDS, _DRAIN_BYTES
        while left > 0 and time.monotonic() < deadline:
            sock.settimeout(max(0.001, deadline - time.monotonic()))
            got = len(sock.recv(1 << 18))
            if not got:
                return
            left -= got
    except (OSError, ValueError):
        pass
