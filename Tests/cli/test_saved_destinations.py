"""aha destinations add, show, remove and check: destinations under names, for --to NAME."""

import json
import shutil
import subprocess
from pathlib import Path

import pytest

from servers import Server


def list_of(user: Path) -> Path:
    return user / "config/aha/destinations.json"


def test_a_name_is_all_that_a_drop_needs(aha, user, tone):
    assert aha("destinations", "add", "disk", "pieces").stdout.decode().startswith("disk: /")
    [dropped] = [one for one in aha.json("drop", tone.name, "--to", "disk")
                 if one["event"] == "dropped"]
    assert dropped["destination"] == "disk" and (aha.directory / "pieces/tone/tone.wav").exists()
    assert not (aha.directory / "disk").exists()
    # A path is a folder, also of that name.
    aha("drop", tone.name, "--to", "./disk")
    assert (aha.directory / "disk/tone/tone.wav").exists()
    [row] = aha.json("library", "sync", "disk", "--library", "l.aha")
    assert row["added"] == 1
    assert [row["destination"] for row in aha.json("drops")] == [str(aha.directory / "disk"),
                                                                "disk"]


def test_a_saved_podcast_has_its_feed(aha, user, tone):
    (aha.directory / "show.json").write_text('{"title": "Rain & Shine", "email": "a@b.example"}')
    aha("destinations", "add", "show", "pieces", "--feed=show.json",
        "--public-url=https://pod.example/")
    aha("drop", tone.name, "--to", "show")
    feed = (aha.directory / "pieces/feed.xml").read_text()
    assert "<title>Rain &amp; Shine</title>" in feed and "<itunes:email>a@b.example<" in feed
    assert '<enclosure url="https://pod.example/tone/tone.wav"' in feed
    (aha.directory / "show.json").unlink()
    assert "show.json" in aha.refused("drop", tone.name, "--to", "show", code=5)
    words = ["drop", tone.name, "--to=other", "--feed=show.json", "--public-url=https://a.b/"]
    assert "show.json" in aha.refused(*words, code=5)


def test_a_password_is_stored_apart_and_not_shown(aha, user, tone):
    with Server("webdav_server.py", "--kind", "nextcloud") as server:
        owner, password, dav = (server.said[name] for name in ("user", "password", "dav"))
        (aha.directory / "word").write_text(password + "\n")
        aha("destinations", "add", "studio", dav, "--user", owner,
            "--password-file", "word")
        (aha.directory / "word").unlink()
        said = [aha("destinations", *words).stdout.decode()
                for words in (["show"], ["show", "studio", "--json"], [], ["studio"])]
        assert all("studio" in text and password not in text for text in said)
        assert f"user                {owner}" in said[0]
        assert json.loads(said[1])["settings"]["user"] == owner
        assert password not in list_of(user).read_text()
        [secret] = (user / "state/aha/destinations").glob("*.json")
        assert password in secret.read_text() and secret.stat().st_mode & 0o777 == 0o600
        [row] = aha.json("destinations", "check", "studio")
        assert row["ready"] and row["owner"] == owner
        aha("drop", tone.name, "--to", "studio")
        aha("destinations", "remove", "studio")
        assert not secret.exists()


# The daemon is in the background before it has its name on the bus. Until then, the first call for
# a secret would start a second one, without the password.
KEYRING = """printf pw | gnome-keyring-daemon --unlock --components=secrets >/dev/null
is_there() {
  dbus-send --print-reply --dest=org.freedesktop.DBus / org.freedesktop.DBus.NameHasOwner \\
    string:org.freedesktop.secrets | grep -q true
}
for i in $(seq 600); do if is_there; then break; fi; sleep 0.05; done
find() { secret-tool lookup application libaha account cloud | grep -c SECRETPW; }
"$0" destinations add cloud https://cloud.example/dav/ --user ann --keyring || exit
echo "found $(find)"
"$0" destinations show cloud
"$0" destinations remove cloud || exit
echo "found $(find)"
"""


@pytest.mark.skipif(
    not all(map(shutil.which, ("dbus-run-session", "dbus-send", "gnome-keyring-daemon",
                               "secret-tool"))),
    reason="NOT TESTED: gnome-keyring, libsecret-tools or dbus-daemon is not installed")
def test_a_secret_is_in_the_keyring_alone(aha, user):
    """On a session bus of its own; its end ends the keyring."""
    (user / "run").mkdir(mode=0o700)
    environment = {**aha.environment, "AHA_WEBDAV_PASSWORD": "SECRETPW", "HOME": str(user),
                   "XDG_DATA_HOME": str(user / "data"), "XDG_RUNTIME_DIR": str(user / "run")}
    done = subprocess.run(["dbus-run-session", "--", "sh", "-c", KEYRING, aha.program],
                          env=environment, capture_output=True, text=True, timeout=60, check=True)
    assert done.stdout.startswith("cloud: https://cloud.example/dav/\nfound 1\n"), done
    assert done.stdout.endswith("found 0\n") and "SECRETPW" not in done.stdout + done.stderr
    files = [path for path in user.rglob("*") if path.is_file()]
    assert files and all(b"SECRETPW" not in path.read_bytes() for path in files)


def test_an_interrupted_drop_to_a_name_is_resumed_by_it(aha, tone):
    with Server("webdav_server.py", "--kind", "nextcloud") as server:
        owner, password, dav = (server.said[name] for name in ("user", "password", "dav"))
        aha.environment["AHA_WEBDAV_PASSWORD"] = password
        aha("destinations", "add", "studio", dav, "--user", owner)
        del aha.environment["AHA_WEBDAV_PASSWORD"]
        server.do("fault", method="PUT", count=0, reply={"status": 507})
        aha("drop", tone.name, "--to", "studio", code=5)
        server.do("clear")
        aha("drops", "--resume")
        assert [row["stage"] for row in aha.json("drops")] == ["done"]


def test_options_are_for_destinations_without_a_name(aha, tone):
    aha("destinations", "add", "disk", "pieces", "--public-url", "https://ann.example/d")
    line = aha.refused("drop", tone.name, "--to", "disk", "--chunk", "1000000")
    assert "--chunk" in line and "disk" in line
    said = aha("drop", tone.name, "--to", "disk").stdout.decode()
    assert "https://ann.example/d/tone/" in said
    # They still are options of a drop to a folder, though its help leaves them out.
    said = aha("drop", tone.name, "--to", "other", "--public-url", "https://b.example/").stdout
    assert b"https://b.example/tone/" in said
    assert "--public-url" not in aha("help", "drop").stdout.decode()
    assert "--public-url" in aha("help", "destinations", "add").stdout.decode()


@pytest.mark.parametrize("name", ["", "a/b", "S3"])
def test_a_bad_name_is_refused(aha, user, name):
    line = aha.refused("destinations", "add", "--", name, "pieces")
    assert "name" in line and not list_of(user).exists()


def test_what_is_not_saved_is_reported(aha, user, tone):
    aha.refused("destinations", "show", "disk", code=3)
    aha.refused("destinations", "remove", "disk", code=3)
    aha("destinations", "add", "disk", "pieces")
    assert "already" in aha.refused("destinations", "add", "disk", "other", code=5)
    # A name with a wrong letter does not make a folder.
    assert "did you mean disk?" in aha.refused("drop", tone.name, "--to", "dsik")
    assert "did you mean disk?" in aha("destinations", "dsik", code=2).stdout.decode()
    assert not (aha.directory / "dsik").exists()
    for words in ["add"], ["add", "x"], ["add", "x", "ftp://y"], ["remove"], ["check"]:
        aha.refused("destinations", *words)


def test_a_damaged_list_stops_names_alone(aha, user, tone):
    list_of(user).parent.mkdir(parents=True)
    list_of(user).write_text('{"destinations": [\n{"name": "disk",}]}')
    line = aha.refused("drop", tone.name, "--to", "disk", code=4)
    assert "destinations.json, line 2" in line
    aha.refused("destinations", "add", "other", "pieces", code=5)
    aha("drop", tone.name, "--to", "./pieces")
