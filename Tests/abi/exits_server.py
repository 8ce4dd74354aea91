"""Serves a megabyte over HTTP and HTTPS until standard input ends: exits_server.py FOLDER.

FOLDER has ca.pem and key.pem. Prints both URLs.
"""

import ssl
import sys
import threading
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"

    def do_GET(self) -> None:
        body = bytes(1 << 20)
        self.send_response(200)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_: object) -> None:
        pass


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 128

    def handle_error(self, *_: object) -> None:
        """The clients of this test end without notice."""


def serve(context: ssl.SSLContext | None) -> int:
    server = Server(("127.0.0.1", 0), Handler)
    if context:
        # Each thread of a connection does its own handshake.
        server.socket = context.wrap_socket(server.socket, server_side=True,
                                            do_handshake_on_connect=False)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    return server.server_port


folder = Path(sys.argv[1])
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(folder / "ca.pem", folder / "key.pem")
print(f"http://127.0.0.1:{serve(None)}/ https://127.0.0.1:{serve(context)}/", flush=True)
sys.stdin.read()
