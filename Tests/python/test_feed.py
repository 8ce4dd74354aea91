"""Podcasts: the feed of a folder, a WebDAV collection and a bucket, read by two parsers."""

from __future__ import annotations

import base64
import json
import re
import threading
import urllib.request
import xml.etree.ElementTree as Tree
from email.utils import parsedate_to_datetime
from pathlib import Path
from typing import Any

import aha
import boto3
import numpy as np
import pictures
import places
import pytest
from aha import Destination, Drop

feedparser = pytest.importorskip("feedparser")

ITUNES = "{http://www.itunes.com/dtds/podcast-1.0.dtd}"
ATOM = "{http://www.w3.org/2005/Atom}"
SHOW = {"title": "Rain & Shine", "description": "Weather <b>sounds</b>", "author": "Ada",
        "language": "de-CH", "category": "Arts/Performing Arts", "owner": "Ada Ex",
        "email": "ada@example.org", "cover": "show.png", "explicit": True}
PUBLIC = "https://pod.example/drops/"


@pytest.fixture
def show(tmp_path: Path) -> Path:
    return described(tmp_path)


def described(folder: Path, side: int = 1400, **values: Any) -> Path:
    picture = np.full((side, side, 3), 90, np.uint8)
    (folder / "show.png").write_bytes(pictures.png(picture, 2))
    path = folder / "show.json"
    path.write_text(json.dumps({**SHOW, **values}))
    return path


def destination(place: places.Place, client: aha.Client, show: Path | None) -> Destination:
    """As that of places.destination_of, with a feed."""
    said, feed = place.said, str(show) if show else None
    if place.kind == "folder":
        return Destination.folder(client, said["folder"], public_url=PUBLIC, feed=feed)
    if place.kind == "s3":
        return Destination.s3(client, "drops", said["access_key"], said["secret_key"],
                              endpoint=said["url"], region=said["region"], public_url=PUBLIC,
                              feed=feed)
    return Destination.webdav(client, said["dav"], said["user"], said["password"],
                              public_url=PUBLIC, feed=feed)


def feed_of(place: places.Place) -> bytes:
    if place.kind == "folder":
        return (place.folder / "feed.xml").read_bytes()
    if place.kind == "s3":
        said = place.said
        client = boto3.client("s3", endpoint_url=said["url"], region_name=said["region"],
                              aws_access_key_id=said["access_key"],
                              aws_secret_access_key=said["secret_key"])
        return client.get_object(Bucket="drops", Key="feed.xml")["Body"].read()
    return dav(place, "GET")


def dav(place: places.Place, method: str, body: bytes | None = None) -> bytes:
    word = base64.b64encode(f"{place.said['user']}:{place.said['password']}".encode()).decode()
    url = place.said["dav"].rstrip("/") + "/feed.xml"
    request = urllib.request.Request(url, body, {"Authorization": f"Basic {word}"}, method=method)
    with urllib.request.urlopen(request) as reply:
        return reply.read()  # type: ignore[no-any-return]


def checked(feed: bytes) -> Tree.Element:
    """The channel, after the rules of RSS 2.0 and of Apple for a podcast."""
    root = Tree.fromstring(feed)
    assert (root.tag, root.attrib) == ("rss", {"version": "2.0"})
    (channel,) = root
    single = {"title", "link", "description", "language", "generator", "lastBuildDate",
              ATOM + "link"} | {
                  ITUNES + name for name in ("author", "owner", "image", "category", "explicit",
                                             "type")}
    names = [one.tag for one in channel if one.tag != "item"]
    assert set(names) == single and len(names) == len(single)
    assert channel.find(ATOM + "link").get("href") == PUBLIC + "feed.xml"
    guids = set()
    for item in channel.iter("item"):
        assert len({one.tag for one in item}) == len(item)
        guids.add(item.findtext("guid"))
        parsedate_to_datetime(item.findtext("pubDate"))
        enclosure = item.find("enclosure").attrib
        assert enclosure["url"].startswith(PUBLIC) and int(enclosure["length"]) > 0
        assert enclosure["type"].startswith("audio/")
        assert int(item.findtext(ITUNES + "duration")) > 0 and item.findtext("title")
    assert len(guids) == len(channel.findall("item"))
    return channel


@pytest.mark.parametrize("kind", ["folder", "nextcloud", "apache", "rclone", "s3"])
def test_drops_are_episodes_of_a_feed(kind: str, show: Path, sound: Path, tmp_path: Path) -> None:
    with places.open_place(kind, tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        to = destination(place, client, show)
        titles = ["One", "Two & <i>more</i>"]
        for title in titles:
            Drop(to, places.piece_of(sound, title, artist="Ada")).send(sound)
        feed = feed_of(place)
        channel = checked(feed)
        # A folder's list has the order of their seconds.
        wanted = sorted(titles) if kind == "folder" else titles[::-1]
        shown = [item.findtext(ITUNES + "title") or "" for item in channel.iter("item")]
        assert (sorted(shown) if kind == "folder" else shown) == wanted
        category = channel.find(ITUNES + "category")
        assert (category.get("text"), category[0].get("text")) == ("Arts", "Performing Arts")
        parsed = feedparser.parse(feed)
        assert not parsed.bozo and parsed.version == "rss20"
        assert parsed.feed.title == SHOW["title"] and parsed.feed.language == SHOW["language"]
        assert channel.findtext(ITUNES + "author") == SHOW["author"]
        assert channel.findtext(ITUNES + "explicit") == "true"
        assert [tag.term for tag in parsed.feed.tags] == ["Arts", "Performing Arts"]
        assert parsed.feed.publisher_detail == {"name": "Ada Ex", "email": "ada@example.org"}
        cover = parsed.feed.image.href
        assert re.fullmatch(re.escape(PUBLIC) + r"feed-[0-9a-f]{12}\.png", cover)
        names = [path.name for path in place.folder.iterdir()] if kind == "folder" else [
            path.rsplit("/", 1)[-1] for path in place.server.files()]  # type: ignore[union-attr]
        assert names.count(cover.rsplit("/", 1)[-1]) == 1
        assert [entry.itunes_title for entry in parsed.entries] == shown


def test_two_drops_at_once_are_both_in_the_feed(show: Path, sound: Path, tmp_path: Path) -> None:
    with places.open_place("nextcloud", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        to = destination(place, client, show)
        Drop(to, places.piece_of(sound, "first")).send(sound)
        drops = [threading.Thread(target=Drop(to, places.piece_of(sound, f"{number}")).send,
                                  args=(sound,)) for number in range(6)]
        for drop in drops:
            drop.start()
        for drop in drops:
            drop.join()
        assert len(checked(feed_of(place)).findall("item")) == 7


def test_a_folder_keeps_the_channel_of_its_podcast(
        show: Path, sound: Path, client: aha.Client, tmp_path: Path) -> None:
    with places.open_place("folder", tmp_path / "place") as place:
        Drop(destination(place, client, show), places.piece_of(sound, "One")).send(sound)
        Drop(destination(place, client, None), places.piece_of(sound, "Two")).send(sound)
        channel = checked(feed_of(place))
    assert channel.findtext("title") == SHOW["title"] and len(channel.findall("item")) == 2


def test_a_feed_of_another_program_stays(show: Path, sound: Path, tmp_path: Path) -> None:
    with places.open_place("nextcloud", tmp_path / "place") as place, \
            places.client_of(tmp_path / "state", place.said) as client:
        to = destination(place, client, show)
        dav(place, "PUT", b"<rss/>")
        with pytest.raises(aha.ExistsError, match="another program"):
            Drop(to, places.piece_of(sound)).send(sound)
        assert feed_of(place) == b"<rss/>"


@pytest.mark.parametrize("values, line", [
    ({"email": "nobody"}, "no address"), ({"email": "a@@b"}, "no address"),
    ({"name": "x"}, "not a setting"),
    ({"title": ""}, "missing"), ({"language": "German!"}, "no tag"), ({"cover": 5}, "not a text"),
    ({"side": 1399}, "1399 x 1399 pixels"), ({"side": 3001}, "1400 to 3000")])
def test_a_wrong_description_is_refused(values: dict[str, Any], line: str, client: aha.Client,
                                        tmp_path: Path) -> None:
    with pytest.raises(aha.InvalidArgumentError, match=line):
        Destination.folder(client, tmp_path, public_url=PUBLIC,
                           feed=str(described(tmp_path, **values)))


def test_a_feed_needs_a_public_url(client: aha.Client, show: Path, tmp_path: Path) -> None:
    with pytest.raises(aha.InvalidArgumentError, match="public URL"):
        Destination.folder(client, tmp_path, feed=str(show))
    with pytest.raises(aha.NotFoundError):
        Destination.folder(client, tmp_path, public_url=PUBLIC, feed=str(tmp_path / "none"))
