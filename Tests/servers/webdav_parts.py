"""Real WebDAV servers, each with its own folder, port and configuration."""

from __future__ import annotations

import base64
import hashlib
import os
import shutil
import socket
import subprocess
import tempfile
from pathlib import Path
from typing import Any

from aha_testing.authority import Certificate
from aha_testing.server import reserved_port
from aha_testing.waiting import wait_until

from nextcloud import PASSWORD, USER

_MODULES = "/usr/lib/apache2/modules"

_APACHE = """
ServerRoot "{home}"
ServerName 127.0.0.1
Listen 127.0.0.1:{port}
PidFile "{home}/pid"
ErrorLog "{home}/error.log"
LimitRequestBody 0
DavLockDB "{home}/locks/db"
DocumentRoot "{folder}"
<Directory "{folder}">
  Dav On
  AuthType {scheme}
  AuthName "test"
  Auth{scheme}Provider file
  AuthUserFile "{home}/users"
  Require valid-user
</Directory>
"""


class Part:
    """A server's process. Errors: RuntimeError with its output, if it does not listen."""

    def __init__(self, certificate: Certificate | None = None, port: int = 0,
                 folder: str | None = None) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="aha-webdav-"))
        self.home.chmod(0o755)  # a server that drops root permissions must have access
        self.folder = Path(folder) if folder else self.home / "files"
        self.folder.mkdir(parents=True, exist_ok=True)
        # Until the end: the server listens some time after its start, and may be stopped.
        self._reserved = None if port else reserved_port()
        self.certificate = certificate
        self.port: int = self._reserved.getsockname()[1] if self._reserved else port
        self.prepare()
        self.start()

    @property
    def url(self) -> str:
        return f"http{'s' if self.certificate else ''}://127.0.0.1:{self.port}"

    def prepare(self) -> None:
        """Writes the server's configuration."""

    def command(self) -> list[str]:
        raise NotImplementedError

    def start(self) -> None:
        log = self.home / "log"
        with log.open("wb") as said:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=said,
                                            stderr=said, start_new_session=True)

        def is_up() -> bool:
            if self.process.poll() is not None:
                raise RuntimeError(f"{self.command()[0]} ended: {log.read_text()}")
            return self._listens()

        wait_until(is_up, timeout=60, what=f"{self.command()[0]} on port {self.port}")

    def _listens(self) -> bool:
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self, kill: bool = False) -> None:
        """Ends the process and its children; files on disk stay."""
        os.killpg(self.process.pid, 9 if kill else 15)
        self.process.wait(60)
        # A child may listen a little longer.
        wait_until(lambda: not self._listens(), 30, f"the end on port {self.port}")

    def close(self) -> None:
        if self.process.poll() is None:
            self.stop()
        if self._reserved:
            self._reserved.close()
        shutil.rmtree(self.home, ignore_errors=True)

    def files(self) -> list[dict[str, Any]]:
        found = [path for path in sorted(self.folder.rglob("*"))
                 if path.is_file() and ".DAV" not in path.parts]
        return [{"path": str(path.relative_to(self.folder)), "size": path.stat().st_size,
                 "sha256": _sha256(path)} for path in found]

    def clear(self) -> None:
        for path in self.folder.iterdir():
            shutil.rmtree(path) if path.is_dir() else path.unlink()


class Rclone(Part):
    """``rclone serve webdav``."""

    def command(self) -> list[str]:
        tls = ["--cert", str(self.certificate.path), "--key", str(self.certificate.key)] \
            if self.certificate else []
        # 0 s: written files are visible at once.
        return ["rclone", "serve", "webdav", str(self.folder), "--addr",
                f"127.0.0.1:{self.port}", "--user", USER, "--pass", PASSWORD, "--config", "",
                "--dir-cache-time", "0s", "--poll-interval", "0", *tls]


class Apache(Part):
    """Apache with mod_dav_fs."""

    SCHEME = "Basic"

    def users(self) -> str:
        """The file of users."""
        password = base64.b64encode(hashlib.sha1(PASSWORD.encode()).digest()).decode()
        return f"{USER}:{{SHA}}{password}\n"

    def prepare(self) -> None:
        names = ["mpm_event", "authn_core", "authn_file", "authz_core", "authz_user",
                 f"auth_{self.SCHEME.lower()}", "dav", "dav_fs"]
        names += ["socache_shmcb", "ssl"] if self.certificate else []
        text = "".join(f"LoadModule {name}_module {_MODULES}/mod_{name}.so\n" for name in names)
        text += _APACHE.format(home=self.home, port=self.port, folder=self.folder,
                               scheme=self.SCHEME)
        if self.certificate:
            # Read before the server drops root permissions.
            text += f'SSLEngine on\nSSLCertificateFile "{self.certificate.path.resolve()}"\n' \
                f'SSLCertificateKeyFile "{self.certificate.key.resolve()}"\n'
        (self.home / "users").write_text(self.users())
        (self.home / "locks").mkdir()
        if os.geteuid() == 0:
            text += "User www-data\nGroup www-data\n"
            for path in (self.folder, self.home / "locks"):
                shutil.chown(path, "www-data", "www-data")
        (self.home / "conf").write_text(text)

    def command(self) -> list[str]:
        return [shutil.which("apache2") or "/usr/sbin/apache2", "-f", str(self.home / "conf"),
                "-D", "FOREGROUND"]


class ApacheDigest(Apache):
    """Apache that accepts Digest authentication only."""

    SCHEME = "Digest"

    def users(self) -> str:
        secret = hashlib.md5(f"{USER}:test:{PASSWORD}".encode()).hexdigest()
        return f"{USER}:test:{secret}\n"


def _sha256(path: Path) -> str:
    with path.open("rb") as file:
        return hashlib.file_digest(file, "sha256").hexdigest()
