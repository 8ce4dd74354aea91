"""Part of figure 18: many small requests over TLS to nginx, with HTTP/2 and with HTTP/1.1."""

import os
import shutil
import subprocess
import sys
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path
from statistics import median

from harness import ROOT, WORK, Unmeasured, attempt, curl, measure
from report import Peer, Row, ratio

sys.path.insert(0, str(ROOT / "bindings/python-testing"))
from aha_testing import TestAuthority, unused_port  # noqa: E402

TARGET, COUNT, AT_ONCE, ROUNDS, SIZE = 0.9, 1000, 16, 5, 200

CONFIGURATION = """
daemon off;
{user}worker_processes 1;
pid {folder}/pid;
error_log {folder}/errors;
events {{}}
http {{
  access_log off;
  keepalive_requests 100000;
  ssl_certificate {certificate};
  ssl_certificate_key {key};
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  root {folder};
  server {{ listen 127.0.0.1:{first} ssl; }}
  server {{ listen 127.0.0.1:{second} ssl http2; }}
}}
"""


@contextmanager
def nginx():
    """URLs of a small file over HTTP/1.1 and HTTP/2, and the file of the authority."""
    program = shutil.which("nginx") or "/usr/sbin/nginx"
    if not Path(program).exists():
        raise Unmeasured("nginx is not installed")
    folder = Path(tempfile.mkdtemp(dir=WORK))
    with TestAuthority(folder / "ca") as authority:
        (folder / "small").write_bytes(b"x" * SIZE)
        ports = unused_port(), unused_port()
        (folder / "conf").write_text(CONFIGURATION.format(
            folder=folder, certificate=authority.good.path, key=authority.good.key,
            first=ports[0], second=ports[1], user="user root;\n" if os.geteuid() == 0 else ""))
        process = subprocess.Popen([program, "-c", folder / "conf", "-p", folder],
                                   stderr=subprocess.DEVNULL)
        try:
            urls = [f"https://127.0.0.1:{port}/small" for port in ports]
            wait_for(process, urls, authority.ca)
            yield *urls, authority.ca
        finally:
            process.terminate()
            process.wait()
            shutil.rmtree(folder)


def wait_for(process, urls, authority):
    for url in urls:
        curl("--retry", 20, "--retry-connrefused", "--retry-delay", 1, "--cacert", authority, "-o",
             "/dev/null", url)
    if process.poll() is not None:
        raise Unmeasured("nginx ended")


def ours(url, authority):
    found = measure("transfer_aha", "many", url, COUNT, AT_ONCE, CURL_CA_BUNDLE=str(authority))
    if found["bytes"] < COUNT * SIZE:
        raise Unmeasured("not everything came")


def theirs(url, authority):
    listed = WORK / "small_tls.txt"
    listed.write_text(f'url = "{url}"\noutput = "/dev/null"\n' * COUNT)
    curl("--parallel", "--parallel-max", AT_ONCE, "--cacert", authority, "-K", listed)


def seconds(actions):
    """Medians of a few rounds in turns; the first one warms up."""
    rounds = []
    for _ in range(ROUNDS + 1):
        turn = []
        for action, *arguments in actions:
            begin = time.monotonic()
            action(*arguments)
            turn.append(time.monotonic() - begin)
        rounds.append(turn)
    return [median(each) for each in zip(*rounds[1:])]


def measured():
    with nginx() as (old, new, authority):
        return seconds([(ours, new, authority), (ours, old, authority), (theirs, new, authority)])


def row():
    row = Row(f"18 {COUNT} small requests over HTTP/2, {AT_ONCE} at a time",
              target=f"≥ {TARGET:g}× curl and HTTP/1.1")
    found = attempt("requests over HTTP/2", measured)
    if found:
        new, old, other = found
        row.text = f"{COUNT / new:.0f} a second"
        row.met = min(old, other) / new >= TARGET
        row.peers = [Peer(name, f"{COUNT / took:.0f} a second", ratio(new, took, False))
                     for name, took in (("libaha, HTTP/1.1", old), ("curl --parallel", other))]
        row.data = {"aha": new, "HTTP/1.1": old, "curl": other}
    return row
