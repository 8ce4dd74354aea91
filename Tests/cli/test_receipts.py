"""aha open opens the receipt of aha drop, for every destination."""

import http.server
import threading
import urllib.request
from urllib.parse import urlsplit

import pytest

from servers import S3_KEYS, FileServer, keys_of
from signing import sign_in
from support import write_wav

def sent(aha, tone, *to):
    """The receipt of a drop that has warned of nothing."""
    receipt = aha.json("drop", tone.name, "--title", "Rain", "--to", *to)[-1]
    assert receipt["event"] == "dropped" and receipt["warning"] == "", receipt
    return receipt


def opened(aha, tone, url, *more):
    """Opens a URL, and compares the downloaded sound with the sent one."""
    objects = aha.json("open", url, "-o", "copy", *more)
    [saved] = [one["file"] for one in objects if one.get("asset") == "mix stem" and "file" in one
               and one["event"] == "saved"]
    assert (aha.directory / saved).read_bytes() == tone.read_bytes()
    assert objects[-1]["title"] == "Rain"
    return objects[-1]


def page(url):
    with urllib.request.urlopen(url, timeout=10) as reply:
        return reply.read().decode()


# Folders

def test_a_folder_behind_a_public_url_is_opened(aha, tone, pieces):
    assert sent(aha, tone, "pieces")["url"].startswith("file:///")
    with FileServer(aha.directory / "pieces") as server:
        receipt = sent(aha, tone, "pieces", "--public-url", server.url)
        assert receipt["url"] == f"{server.url}/rain-2/"
        opened(aha, tone, receipt["url"])
        text = page(receipt["url"])
        card = page(receipt["url"] + "oembed.json")
    assert f'property="og:image" content="{receipt["url"]}cover.png"' in text
    assert f'href="{receipt["url"]}oembed.json"' in text and '"cover.png"' not in card
    assert f'"thumbnail_url": "{receipt["url"]}cover.png"' in card


@pytest.fixture
def refusing():
    """A server that refuses everything, and the count of requests."""
    asked = []

    class Handler(http.server.BaseHTTPRequestHandler):
        def do_GET(self):
            asked.append(self.path)
            self.send_response(403)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}", asked
    server.shutdown()
    thread.join()
    server.server_close()


def test_a_url_that_does_not_answer_is_a_warning(aha, tone, pieces, refusing):
    url, asked = refusing
    arguments = ["drop", tone.name, "--title", "Rain", "--to", "pieces", "--public-url"]
    result = aha(*arguments, url)
    assert result.stdout.decode().endswith(f"pieces: {url}/rain/\n")
    [line] = result.stderr.decode().splitlines()
    assert line.startswith("aha: warning: ") and "HTTP 403" in line and f"{url}/rain/" in line
    assert asked == ["/rain/"]
    receipt = aha.json(*arguments, "http://127.0.0.1:1")[-1]
    assert receipt["stage"] == "done" and "127.0.0.1:1" in receipt["warning"]


# WebDAV

def test_webdav_is_read_with_its_password(aha, tone, cloud):
    aha.environment |= keys_of(cloud)
    url = sent(aha, tone, cloud.said["dav"] + "/drops")["url"]
    opened(aha, tone, url)
    cloud.do("fault", method="GET", path="*piece.json", reply={"status": 403})
    assert "403" in aha.refused("open", url, code=7)
    cloud.do("clear")
    # Another machine: the destination is named, and no other server gets the password.
    aha.environment["XDG_STATE_HOME"] = str(aha.directory / "elsewhere")
    assert "401" in aha.refused("open", url, code=7)
    opened(aha, tone, url, "--from", cloud.said["dav"] + "/drops")
    opened(aha, tone, url.removesuffix("index.html"), "--from", cloud.said["dav"])
    aha.environment["AHA_WEBDAV_PASSWORD"] = "wrong"
    assert "password is refused" in aha.refused("open", url, "--from", cloud.said["dav"], code=7)
    missing = cloud.said["dav"] + "/nothing/index.html"
    aha.environment["AHA_WEBDAV_PASSWORD"] = cloud.said["password"]
    assert "404" in aha.refused("open", missing, "--from", cloud.said["dav"], code=3)


# S3

def test_a_link_is_renewed(aha, tone, s3):
    aha.environment |= keys_of(s3)
    receipt = sent(aha, tone, "s3://drops/renewed")
    former = page(receipt["url"])
    tone.write_bytes(b"another sound, which is not sent")
    [renewed] = [one for one in aha.json("drops", "--renew", receipt["drop"])
                 if one["event"] == "renewed"]
    assert renewed["stage"] == "done" and renewed["url_expires"] >= receipt["url_expires"]
    assert former.split("X-Amz-")[0] == page(renewed["url"]).split("X-Amz-")[0]
    s3.do("fault", method="PUT", path="*index.html", reply={"status": 403})
    assert "403" in aha("drops", "--renew", code=5).stderr.decode()
    [kept] = aha.json("drops")
    assert kept["stage"] == "done" and kept["url"] == renewed["url"]


def test_a_link_is_shown_as_a_qr_code(aha, tone, pieces):
    text = aha("drop", tone.name, "--title", "Rain", "--to", "pieces", "--qr").stdout.decode()
    link, *rows = text.splitlines()
    assert link.endswith("/rain/index.html")
    # A square of modules, two of them in a letter, with a margin of four.
    assert len(rows) == (len(rows[0]) + 1) // 2 >= 15
    assert set(rows[0]) == set(rows[1]) == {"█"} and set("".join(rows)) == set("█▀▄ ")
    assert rows[2].startswith("████ ▄▄▄▄▄ █") and rows[2].endswith("█ ▄▄▄▄▄ ████")
    listed = aha("drops", "--qr").stdout.decode().splitlines()
    assert listed[-len(rows):] == rows


def test_a_private_bucket_gives_a_link_for_a_week(aha, tone, s3):
    aha.environment |= keys_of(s3)
    receipt = sent(aha, tone, "s3://drops/my mixes", "--preview", tone.name)
    assert receipt["url_expires"].endswith("Z") and "X-Amz-Signature" in receipt["url"]
    assert receipt["remote_id"].startswith("s3://drops/my mixes/rain-")
    aha.environment |= dict.fromkeys(S3_KEYS, "")
    # No keys: the link, its page and all files in it.
    assert opened(aha, tone, receipt["url"])["url"] == ""
    text = page(receipt["url"])
    links = [part.partition('"')[0].replace("&amp;", "&")
             for part in text.split('<a href="')[1:]]
    assert len(links) == 4 and "oembed" not in text
    for link in links:
        base = receipt["url"].partition("index.html")[0]
        with urllib.request.urlopen(base + link, timeout=10) as reply:
            assert reply.status == 200
    s3.do("settings", clock=7 * 86_400 + 60)
    assert "403" in aha.refused("open", receipt["url"], code=7)
    s3.do("settings", clock=0)
    changed = receipt["url"].replace("index.html", "piece.json")
    assert "403" in aha.refused("open", changed, code=7)


def test_the_end_of_a_link_is_told(aha, tone, s3):
    aha.environment |= keys_of(s3)
    result = aha("drop", tone.name, "--to", "s3://drops")
    assert b": http" in result.stdout
    [line] = result.stderr.decode().splitlines()
    assert line.startswith("aha: the link ends at 20") and "aha open s3://drops/" in line
    assert b"\n              until 20" in aha("drops").stdout


@pytest.mark.parametrize("elsewhere", [False, True])
def test_a_key_is_opened_with_the_keys_at_hand(aha, tone, s3, elsewhere):
    aha.environment |= keys_of(s3)
    key = sent(aha, tone, "s3://drops/a/ü")["remote_id"]
    if elsewhere:
        aha.environment["XDG_STATE_HOME"] = str(aha.directory / "elsewhere")
    else:
        # The journal knows the server.
        aha.environment["AWS_ENDPOINT_URL"] = ""
    for name in ("", "index.html", "piece.json"):
        if elsewhere or not name:
            opened(aha, tone, key + name)
    aha.environment["AWS_ENDPOINT_URL"] = s3.url
    assert "s3://drops/no" in aha.refused("open", "s3://drops/no", code=3)
    aha.environment["AWS_SECRET_ACCESS_KEY"] = "wrong"
    aha.refused("open", key, code=7)
    aha.environment["AWS_SECRET_ACCESS_KEY"] = ""
    assert "AWS_SECRET_ACCESS_KEY" in aha.refused("open", key)


def test_a_public_url_stands_before_the_folder(aha, tone, s3):
    aha.environment |= keys_of(s3)
    receipt = aha.json("drop", tone.name, "--title", "Rain", "--to", "s3://drops/2026/mixes",
                       "--public-url", "http://127.0.0.1:1/m")[-1]
    place = receipt["remote_id"].rstrip("/").rpartition("/")[2]
    assert receipt["url"] == f"http://127.0.0.1:1/m/{place}/index.html"
    assert receipt["warning"] and receipt["url_expires"] == ""


# Services

def test_a_receipt_of_a_service_is_opened(aha, service):
    name, server = service
    tone = write_wav(aha.directory / "tone.wav", [(1000, -1000)] * 20_000)
    sign_in(aha, name, server)
    receipt = sent(aha, tone, name, "--downloadable")
    url = receipt["url"]
    if name == "dropbox":
        assert urlsplit(url).path.startswith("/scl/fo/")
    opened(aha, tone, url)
    # Another machine, with another sign-in.
    aha.environment["XDG_STATE_HOME"] = str(aha.directory / "elsewhere")
    sign_in(aha, name, server, is_new=False)
    opened(aha, tone, url, "--account", name)
    if name == "allihoopa":
        return  # Its pieces are public.
    server.do("revoke")
    aha.refused("open", url, "--account", name, code=7)


@pytest.mark.parametrize("url, provider", [
    ("https://www.dropbox.com/scl/fo/a/b?rlkey=c&dl=0", "dropbox"),
    ("https://soundcloud.com/ada/rain", "soundcloud")])
def test_a_link_of_a_service_asks_for_a_sign_in(aha, url, provider):
    assert f"aha login {provider}" in aha.refused("open", url, code=7)
