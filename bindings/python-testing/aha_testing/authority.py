"""Certificates for tests, valid and invalid, made on demand by the command openssl."""

from __future__ import annotations

import shutil
import ssl
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType

KINDS = ("good", "self-signed", "wrong-host", "expired")
_HOSTS = "DNS:localhost,IP:127.0.0.1,IP:0:0:0:0:0:0:0:1"
_KEY = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]


@dataclass(frozen=True)
class Certificate:
    """A server's certificate and its key, as PEM files."""

    path: Path
    key: Path

    def context(self) -> ssl.SSLContext:
        """Context of a server with this certificate."""
        context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
        context.load_cert_chain(self.path, self.key)
        return context


class TestAuthority:
    """A certificate authority for tests, in ``folder`` or in a temporary one.

    ``ca`` is the file that a client must trust. The names of valid certificates are localhost,
    127.0.0.1 and ::1. Existing files are reused, so that several programs can share a folder.

    Errors: FileNotFoundError without the command openssl; subprocess.CalledProcessError if it
    fails.
    """

    __test__ = False  # Not a test class: pytest would collect it by its name.

    def __init__(self, folder: Path | str | None = None) -> None:
        self._temporary = folder is None
        self.folder = Path(tempfile.mkdtemp(prefix="aha-ca-") if folder is None else folder)
        self.folder.mkdir(parents=True, exist_ok=True)
        self.ca = self.folder / "ca.pem"
        self._ca_key = self.folder / "ca.key"
        if not self.ca.exists():
            self._self_signed(self.ca, self._ca_key, "aha test authority", [
                "-addext", "basicConstraints=critical,CA:TRUE",
                "-addext", "keyUsage=critical,keyCertSign,cRLSign"])

    @property
    def good(self) -> Certificate:
        return self.certificate("good")

    @property
    def self_signed(self) -> Certificate:
        return self.certificate("self-signed")

    @property
    def wrong_host(self) -> Certificate:
        """Valid, but for elsewhere.example."""
        return self.certificate("wrong-host")

    @property
    def expired(self) -> Certificate:
        """Valid until yesterday."""
        return self.certificate("expired")

    def certificate(self, kind: str) -> Certificate:
        """One of KINDS. Errors: ValueError."""
        if kind not in KINDS:
            raise ValueError(f"{kind!r} is none of {', '.join(KINDS)}")
        made = Certificate(self.folder / f"{kind}.pem", self.folder / f"{kind}.key")
        names = "DNS:elsewhere.example" if kind == "wrong-host" else _HOSTS
        if made.path.exists():
            return made
        if kind == "self-signed":
            self._self_signed(made.path, made.key, "localhost",
                                   ["-addext", f"subjectAltName={names}"])
        else:
            self._signed(made, names, -1 if kind == "expired" else 30)
        return made

    def client_context(self) -> ssl.SSLContext:
        """Context of a Python client that trusts only this authority."""
        return ssl.create_default_context(cafile=str(self.ca))

    def close(self) -> None:
        """Removes the folder, if it is a temporary one."""
        if self._temporary:
            shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self) -> TestAuthority:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None,
                 trace: TracebackType | None) -> None:
        self.close()

    def _self_signed(self, path: Path, key: Path, name: str, more: list[str]) -> None:
        _openssl("req", "-x509", *_KEY, "-keyout", str(key), "-out", str(path),
                 "-subj", f"/CN={name}", "-days", "30", *more)

    def _signed(self, made: Certificate, names: str, days: int) -> None:
        request, said = made.path.with_suffix(".csr"), made.path.with_suffix(".cnf")
        said.write_text(f"subjectAltName={names}\nextendedKeyUsage=serverAuth\n")
        _openssl("req", "-new", *_KEY, "-keyout", str(made.key), "-out", str(request),
                 "-subj", "/CN=" + names.partition(",")[0].partition(":")[2])
        _openssl("x509", "-req", "-in", str(request), "-CA", str(self.ca), "-CAkey",
                 str(self._ca_key), "-CAcreateserial", "-days", str(days), "-extfile", str(said),
                 "-out", str(made.path))
        request.unlink()
        said.unlink()


def _openssl(*arguments: str) -> None:
    subprocess.run(["openssl", *arguments], check=True, stdin=subprocess.DEVNULL,
                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, timeout=60)
