"""A small WebDAV server whose uploads can be held, so that a drop is in progress for sure."""

from __future__ import annotations

import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

MULTISTATUS = ('<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>{}</d:href>'
               '<d:propstat><d:prop><d:resourcetype>{}</d:resourcetype><d:getcontentlength>{}'
               '</d:getcontentlength></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>'
               '</d:response></d:multistatus>')


class Server(ThreadingHTTPServer):
    """Files by path. While ``gate`` is clear, a PUT waits before it is stored; the first ``passes``
    ones do not."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Handler)
        self.files: dict[str, bytes] = {}
        self.folders = {"/"}
        self.passes = 0
        self.gate = threading.Event()
        self.gate.set()
        #: An upload has arrived that waits if the gate is clear.
        self.uploading = threading.Event()
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def url(self) -> str:
        return f"http://127.0.0.1:{self.server_port}/"

    def handle_error(self, *_: object) -> None:
        """A killed client is no error."""


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    server: Server

    def log_message(self, *_: object) -> None:
        pass

    def reply(self, status: int, body: bytes = b"", **headers: str) -> None:
        self.send_response(status)
        for name, value in headers.items():
            self.send_header(name.replace("_", "-"), value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        if self.command != "HEAD":
            self.wfile.write(body)

    def body(self) -> bytes:
        if self.headers.get("Transfer-Encoding") != "chunked":
            return self.rfile.read(int(self.headers.get("Content-Length", 0)))
        parts = []
        while size := int(self.rfile.readline(), 16):
            parts.append(self.rfile.read(size))
            self.rfile.readline()
        self.rfile.readline()
        return b"".join(parts)

    def do_OPTIONS(self) -> None:
        self.reply(200, DAV="1", Allow="OPTIONS, GET, HEAD, PUT, DELETE, MKCOL, PROPFIND, MOVE")

    def do_PROPFIND(self) -> None:
        self.body()
        path = self.path.rstrip("/") or "/"
        if path in self.server.folders:
            self.reply(207, MULTISTATUS.format(path, "<d:collection/>", 0).encode())
        elif path in self.server.files:
            size = len(self.server.files[path])
            self.reply(207, MULTISTATUS.format(path, "", size).encode())
        else:
            self.reply(404)

    def do_MKCOL(self) -> None:
        path = self.path.rstrip("/")
        self.reply(405 if path in self.server.folders else 201)
        self.server.folders.add(path)

    def do_PUT(self) -> None:
        body = self.body()
        if self.server.passes > 0:
            self.server.passes -= 1
        else:
            self.server.uploading.set()
            self.server.gate.wait()
        self.server.files[self.path] = body
        self.reply(201)

    def do_MOVE(self) -> None:
        self.server.files[self.headers["Destination"].split(self.headers["Host"], 1)[1]] = \
            self.server.files.pop(self.path)
        self.reply(201)

    def do_DELETE(self) -> None:
        self.server.files = {path: body for path, body in self.server.files.items()
                             if not path.startswith(self.path)}
        self.reply(204)

    def do_GET(self) -> None:
        found = self.server.files.get(self.path)
        self.reply(404 if found is None else 200, found or b"")

    do_HEAD = do_GET
