"""Transport of requests: HTTP/2, and proxies from the options and the environment."""

from __future__ import annotations

import contextlib
import shutil
import socket
import socketserver
import ssl
import subprocess
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from urllib.parse import urlsplit

import aha
import pytest
from aha_testing import Reply, StubServer, TestAuthority, unused_port, wait_until

NGHTTPD = shutil.which("nghttpd") or shutil.which("nghttpd", path="/usr/sbin")


@contextlib.contextmanager
def http2_server(folder: Path, authority: TestAuthority) -> Iterator[str]:
    """A server that supports only HTTP/2."""
    assert NGHTTPD, "nghttpd is in the Debian package nghttp2-server"
    port, good = unused_port(), authority.good
    process = subprocess.Popen(
        [NGHTTPD, "--address=127.0.0.1", f"--htdocs={folder}", str(port), str(good.key),
         str(good.path)], stdout=subprocess.DEVNULL)

    def answers() -> bool:
        with contextlib.suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
            return True
        return process.poll() is not None

    try:
        wait_until(answers)
        assert process.poll() is None
        yield f"https://127.0.0.1:{port}"
    finally:
        process.kill()
        process.wait()


def test_http_2_serves_many_requests(tmp_path: Path) -> None:
    folder = tmp_path / "htdocs"
    folder.mkdir()
    data = bytes(range(256)) * 4096
    (folder / "x").write_bytes(data)
    with TestAuthority(tmp_path / "ca") as authority, http2_server(folder, authority) as url, \
            aha.Client("tests", ca_file=authority.ca) as client:
        requests = [client.request("GET", f"{url}/x") for _ in range(40)]
        for job in [request.start() for request in requests]:
            assert job.wait(30)
        assert all(one.status == 200 and one.body == data for one in requests)
        with pytest.raises(aha.HTTPError):
            client.request("GET", f"{url}/nothing").send()
        head = client.request("HEAD", f"{url}/x").send()
        assert head.header("content-length") == str(len(data)) and head.body == b""


class Proxy(socketserver.ThreadingTCPServer):
    """A proxy that forwards all requests to one server and records them."""

    daemon_threads = True

    def __init__(self, server: str) -> None:
        super().__init__(("127.0.0.1", 0), _Passing)
        self.there = urlsplit(server)
        self.asked: list[str] = []
        self.url = "http://127.0.0.1:%d" % self.server_address[1]

    def __enter__(self) -> Proxy:
        threading.Thread(target=self.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.shutdown()
        self.server_close()


class _Passing(socketserver.StreamRequestHandler):
    def handle(self) -> None:
        line = self.rfile.readline()
        method, target, _ = line.decode().split()
        assert isinstance(self.server, Proxy)
        self.server.asked.append(f"{method} {target}")
        lines = []
        while (header := self.rfile.readline()) not in (b"\r\n", b""):
            lines.append(header)
        to = self.server.there
        with socket.create_connection((to.hostname, to.port), 10) as there:
            if method == "CONNECT":
                self.wfile.write(b"HTTP/1.1 200 OK\r\n\r\n")
            else:
                there.sendall(line + b"".join(lines) + b"\r\n")
            back = threading.Thread(target=_pump, args=(there, self.connection), daemon=True)
            back.start()
            _pump(self.connection, there)
            back.join(10)


def _pump(source: socket.socket, target: socket.socket) -> None:
    with contextlib.suppress(OSError):
        while data := source.recv(65536):
            target.sendall(data)
        target.shutdown(socket.SHUT_WR)


def test_a_client_certificate_is_presented_to_servers_that_ask(tmp_path: Path) -> None:
    mine, key = tmp_path / "mine.pem", tmp_path / "mine.key"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-subj", "/CN=ann",
                    "-keyout", key, "-out", mine], check=True, stderr=subprocess.DEVNULL)
    with TestAuthority(tmp_path / "ca") as authority:
        tls = authority.good.context()
        tls.verify_mode = ssl.CERT_REQUIRED
        tls.load_verify_locations(mine)
        with StubServer(tls) as stub:
            stub.on("GET", "/x", Reply(json={"a": 1}))
            for more, fails in (({}, True), (
                    {"certificate_file": mine, "key_file": key}, False), (
                    {"certificate_file": tmp_path / "none.pem"}, True)):
                with aha.Client("tests", ca_file=authority.ca, proxy="", **more) as client:
                    request = client.request("GET", stub.url + "/x", retries=0)
                    if fails:
                        with pytest.raises((aha.TLSError, aha.NetworkError)):
                            request.send()
                    else:
                        assert request.send().json() == {"a": 1}


def test_a_client_holds_its_rate() -> None:
    with StubServer() as stub, \
            aha.Client("tests", proxy="", max_bytes_per_second=100_000) as client:
        stub.on("GET", "/x", Reply(body=bytes(100_000)))
        start = time.monotonic()
        assert len(client.request("GET", stub.url + "/x").send().body) == 100_000
        assert time.monotonic() - start > 0.7  # a busy machine is slower, never faster


@pytest.mark.parametrize("by", ["option", "environment", "exception", "none"])
def test_the_proxy_comes_from_options_or_environment(by: str,
                                                     monkeypatch: pytest.MonkeyPatch) -> None:
    with StubServer() as stub, Proxy(stub.url) as proxy:
        stub.on("GET", "/x", Reply(json={"a": 1}))
        if by != "option":
            monkeypatch.setenv("http_proxy", proxy.url)
            monkeypatch.setenv("no_proxy", "a.invalid" if by == "exception" else "")
        given = {"option": proxy.url, "none": ""}.get(by)
        with aha.Client("tests", proxy=given) as client:
            request = client.request("GET", "http://a.invalid/x", retries=0)
            if by in ("exception", "none"):
                with pytest.raises(aha.NetworkError):
                    request.send()
                assert proxy.asked == []
            else:
                assert request.send().json() == {"a": 1}
                assert proxy.asked == ["GET http://a.invalid/x"]


def test_tls_goes_through_a_tunnel_of_the_proxy(tmp_path: Path) -> None:
    with TestAuthority(tmp_path) as authority, StubServer(authority.wrong_host) as stub, \
            Proxy(stub.url) as proxy, \
            aha.Client("tests", ca_file=authority.ca, proxy=proxy.url) as client:
        stub.on("GET", "/x", Reply(json={"a": 1}))
        request = client.request("GET", "https://elsewhere.example/x", headers={"X-Own": "1"})
        assert request.send().json() == {"a": 1}
        assert proxy.asked == ["CONNECT elsewhere.example:443"]
