"""aha destinations: known destinations, and whether they are ready."""


def by_kind(rows):
    return {row["kind"]: row for row in rows}


def test_every_kind_is_listed(aha):
    rows = by_kind(aha.json("destinations"))
    assert list(rows) == ["folder", "webdav", "s3", "dropbox", "soundcloud", "allihoopa"]
    assert rows["folder"]["ready"] and rows["folder"]["page"] and rows["folder"]["resumable"]
    for kind in ("s3", "dropbox", "soundcloud", "allihoopa"):
        assert not rows[kind]["ready"] and rows[kind]["why"], kind
    text = aha("destinations").stdout.decode()
    assert "folder      FOLDER              ready     resumable" in text
    assert all(f"\n{kind} " in "\n" + text for kind in rows)


def test_keys_make_a_destination_ready(aha):
    aha.environment |= {"AWS_ACCESS_KEY_ID": "id", "AWS_SECRET_ACCESS_KEY": "hidden",
                        "AHA_DROPBOX_CLIENT_ID": "app"}
    rows = by_kind(aha.json("destinations"))
    assert rows["s3"]["ready"] and rows["s3"]["resumable"] and "hidden" not in str(rows)
    assert rows["dropbox"]["resumable"] and not rows["dropbox"]["ready"]
    assert "sign" in rows["dropbox"]["why"]


def test_given_addresses_are_judged(aha):
    rows = aha.json("destinations", ".", "https://dav.example/remote.php/dav/files/me/")
    assert [row["kind"] for row in rows] == ["folder", "webdav"]
    assert rows[0]["address"] and rows[1]["address"].startswith("https://dav.example/")
    aha("destinations", "s3://bucket", code=2)
    aha.refused("destinations", "ftp://x")
