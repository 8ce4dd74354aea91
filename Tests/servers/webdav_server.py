#!/usr/bin/env python3
"""A WebDAV server for tests: rclone, Apache, or a stub. See README.md."""

from __future__ import annotations

import argparse
import json
import os
import sys
from typing import Any, Callable

from aha_testing.authority import TestAuthority
from aha_testing.program import common_arguments

import partial
import tus
from nextcloud import FILES, PASSWORD, UPLOADS, USER, Nextcloud
from service import main
from webdav_parts import Apache, ApacheDigest, Part, Rclone

_SAID = {"user": USER, "password": PASSWORD}


def serve(chosen: argparse.Namespace) -> None:
    """Starts a real server, prints its URL, and ends it when standard input ends."""
    said: dict[str, Any] = {}
    certificate = None
    if chosen.tls:
        authority = TestAuthority(chosen.tls)
        certificate, said["ca"] = authority.certificate(chosen.certificate), str(authority.ca)
    kind = {"rclone": Rclone, "apache": Apache, "digest": ApacheDigest}[chosen.kind]
    part: Part = kind(certificate, chosen.port, chosen.disk)
    try:
        _say({"url": part.url, "dav": part.url, "folder": str(part.folder), "pid": os.getpid(),
              **_SAID, **said})
        commands: dict[str, Callable[[], Any]] = {
            "files": lambda: {"files": part.files()}, "reset": part.clear,
            "down": part.stop, "kill": lambda: part.stop(kill=True), "up": part.start}
        for line in sys.stdin:
            try:
                _say({"ok": True, **(commands[json.loads(line)["do"]]() or {})})
            except (KeyError, ValueError, OSError, RuntimeError) as error:
                _say({"ok": False, "error": f"{type(error).__name__}: {error}"})
    finally:
        part.close()


def _say(said: dict[str, Any]) -> None:
    print(json.dumps(said), flush=True)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description="A WebDAV server for tests.")
    parser.add_argument("--kind", required=True,
                        choices=("rclone", "apache", "digest", "nextcloud", "tus", "sabre"))
    if "nextcloud" in sys.argv or "--kind=nextcloud" in sys.argv:
        main(Nextcloud, parser, said=lambda server: {
            **_SAID, "dav": server.url + FILES,
            "uploads": server.url + UPLOADS})
    elif "tus" in sys.argv or "--kind=tus" in sys.argv:
        main(tus.Tus, parser, said=lambda server: {**_SAID, "dav": server.url + tus.ROOT})
    elif "sabre" in sys.argv or "--kind=sabre" in sys.argv:
        main(partial.Sabre, parser, said=lambda server: {**_SAID, "dav": server.url + partial.ROOT})
    else:
        common_arguments(parser)
        parser.add_argument("--disk", metavar="DIR", help="the folder; else a temporary one")
        serve(parser.parse_args())
