"""Libraries: folders are scanned, items are listed and forgotten."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path

import aha
import pytest
from aha_testing import wait_until
from conftest import LOOPS
from libraries import write_sound, write_tree


def titles(items: object) -> list[str]:
    return [item.title for item in items]  # type: ignore[attr-defined]


def test_a_scan_adds_the_sounds_of_a_tree(library: aha.Library, tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", 2)
    (tree / "none.wav").write_bytes(b"no sound at all, whatever its name says")
    scanning = library.scan(tree)
    assert scanning.wait()
    report = scanning.report
    assert (report.seen, report.added, report.undecodable, report.lines) == (3, 3, 1, ())
    assert len(library) == 3 and repr(library) == f"<aha.Library path={library.path}>"
    one, _ = library.items()
    assert one.state == aha.ItemState.PLAYABLE and one.origin == aha.Origin.FOLDER
    assert (one.length_us, one.sample_rate, one.channels) == (50_000, 8000, 1)
    assert (one.container, one.size, one.plays) == (aha.Container.WAV, 844, 0)
    assert len(one.sha256) == 64 and (one.tempo_bpm, one.loudness_lufs, one.key) == (None, None, "")
    bad, = library.items(states="undecodable")
    assert bad.title == "none" and bad.reason and bad.place == str(tree / "none.wav")


def test_options_of_a_scan_are_obeyed(library: aha.Library, tmp_path: Path) -> None:
    for number, name in enumerate(["a.wav", "sub/deep/b.wav", ".hidden/c.wav", "d.wav"]):
        write_sound(tmp_path / "tree" / name, number)
    library.scan(tmp_path / "tree", max_depth=2, ignored=["d*"], hidden=True, threads=2,
                 hashes=False).wait()
    assert sorted(titles(library.items())) == ["a", "c"]
    with pytest.raises(aha.LimitError, match="more than 1"):
        library.scan(tmp_path / "tree", max_files=1).wait()


def test_an_item_is_checked_and_forgotten(library: aha.Library, tmp_path: Path) -> None:
    path = write_sound(tmp_path / "tree" / "here.wav", 7)
    asyncio.run(scanned(library, tmp_path / "tree"))
    number = library.find(path).number
    library.note("play", number, seconds=3)
    assert library.item(number).plays == 1 and library.item(number).played > 0
    path.unlink()
    assert list(library.items()) == []
    gone, = library.items(states=["missing", "undecodable"])
    assert gone.number == number and gone.state == aha.ItemState.MISSING
    write_sound(path, 7)
    assert library.check(gone).state == aha.ItemState.PLAYABLE
    library.forget(gone)
    with pytest.raises(aha.NotFoundError, match=str(number)):
        library.item(number)
    library.restore(number)
    assert library.item(number).plays == 1
    library.restore(gone)


async def scanned(library: aha.Library, folder: Path) -> None:
    await library.scan(folder)


def test_a_page_is_a_sequence_of_items(library: aha.Library, tmp_path: Path) -> None:
    write_tree(tmp_path / "tree", 25)
    library.scan(tmp_path / "tree").wait()
    page = library.page(count=10, order="title")
    assert repr(page) == "<aha.Page len=10>" and len(titles(page)) == 10
    with pytest.raises(IndexError):
        page[10]
    following = page.next()
    assert following is not None and following[0].title > page[9].title
    last = following.next()
    assert last is not None and len(last) == 5 and last.next() is None


def test_files_and_pieces_are_added(library: aha.Library, tmp_path: Path) -> None:
    take = write_sound(tmp_path / "take.wav", 3)
    number = library.add(take, "take")
    assert library.add(take, aha.Origin.TAKE) == number
    assert titles(library.items(origin="take")) == ["take"]
    base = aha.Piece(title="Base", length_us=1_000_000)
    url = "https://music.example/base/"
    base_number = library.add_piece(base, url, state="downloadable")
    item = library.find(url)
    assert (item.number, item.title, item.origin) == (base_number, "Base", aha.Origin.PIECE)
    assert item.piece.title == "Base" and '"Base"' in item.manifest
    assert titles(library.items()) == ["take"]
    assert titles(library.items(states="downloadable")) == ["Base"]


def test_duplicates_are_grouped(library: aha.Library, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    for name in ("a", "b", "c"):
        write_sound(tree / f"{name}.wav", 1)
        write_sound(tree / f"{name}{name}.wav", ord(name))
    write_sound(tree / "aaa.wav", ord("a"))
    library.scan(tree).wait()
    for page in (1, 50):
        groups = [sorted(titles(group)) for group in library.duplicates(page=page)]
        assert sorted(groups) == [["a", "b", "c"], ["aa", "aaa"]]


def test_an_analysis_is_stored_in_the_item(library: aha.Library) -> None:
    number = library.add(LOOPS / "beats" / "break03.ogg")
    job = library.analyze(number)
    assert job.wait() and job.done
    item = library.item(number)
    assert item.loudness_lufs is not None and -40 < item.loudness_lufs < 0
    assert item.tempo_bpm is None or 42 <= item.tempo_bpm <= 220


def test_the_shared_library_is_private_to_its_user(tmp_path: Path,
                                                   monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    with aha.Library() as library:
        assert library.path == str(tmp_path / "data" / "aha" / "library.aha") and library
    assert os.stat(tmp_path / "data" / "aha").st_mode & 0o777 == 0o700


def test_names_that_are_not_utf_8_stay_the_same(library: aha.Library, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    path = os.fsdecode(os.fsencode(tree) + b"/\xff\xfe.wav")
    write_sound(Path(path), 1)
    library.scan(tree).wait()
    item, = library.items()
    assert item.place == path and library.find(path).number == item.number


def test_a_scan_does_not_wait_for_a_pipe(library: aha.Library, tmp_path: Path) -> None:
    write_sound(tmp_path / "tree" / "a.wav", 1)
    os.mkfifo(tmp_path / "tree" / "pipe.wav")
    assert library.scan(tmp_path / "tree").wait(60)
    assert titles(library.items()) == ["a"]


def test_scans_continue_without_their_library(tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", 300)
    library = aha.Library(tmp_path / "songs.library")
    scanning = library.scan(tree)
    library.close()
    assert scanning.wait() and scanning.report.added == 300


def test_several_threads_share_a_library(library: aha.Library, tmp_path: Path) -> None:
    tree = write_tree(tmp_path / "tree", 400)
    failures: list[BaseException] = []

    def use(number: int) -> None:
        try:
            if number % 2:
                library.scan(tree).wait()
            else:
                for _ in range(20):
                    list(library.items("sound", page=7))
                    library.note("play", seconds=1)
        except BaseException as failure:  # reported below
            failures.append(failure)

    threads = [threading.Thread(target=use, args=(number,)) for number in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert failures == [] and len(list(library.items())) == 400


def test_ancestors_and_descendants_are_listed(library: aha.Library) -> None:
    numbers = {}
    for title, based in (("Base", "Lost"), ("Middle", "Base"), ("Top", "Middle")):
        piece = aha.Piece(title=title, length_us=1_000_000)
        piece.based_on = [f"https://music.example/s/{based}"]
        url = f"https://music.example/s/{title}"
        numbers[title] = library.add_piece(piece, url)
    found = library.ancestors(numbers["Top"])
    assert [(one.piece_id, one.depth) for one in found] == [("Middle", 1), ("Base", 2), ("Lost", 3)]
    assert [one.number for one in found] == [numbers["Middle"], numbers["Base"], 0]
    assert found[2].origin is None and found[2].state == 0 and found[2].place == ""
    found = library.descendants(library.item(numbers["Base"]))
    assert [(one.title, one.depth) for one in found] == [("Middle", 1), ("Top", 2)]
    assert library.descendants(numbers["Top"]) == []


def test_a_watch_shows_its_status(library: aha.Library, tmp_path: Path) -> None:
    tree = tmp_path / "tree"
    write_sound(tree / "one.wav", 1)
    assert not library.watch_status.is_watching
    library.watch(tree)
    wait_until(lambda: library.watch_status.scans and library.watch_status.changes)
    status = library.watch_status
    assert status.is_watching and titles(library.items()) == ["one"]
    assert (status.result, status.is_limited) == (aha.Result.OK, False)
    library.unwatch()
    assert library.watch_status == (0, 0, aha.Result.OK, False, False)
    library.watch(tree)  # it ends with the library


def test_hashes_are_found_in_upper_and_lower_case(library: aha.Library, tmp_path: Path) -> None:
    library.scan(write_sound(tmp_path / "tree" / "a.wav", 1).parent).wait()
    found, = library.items()
    for sha256 in (found.sha256, found.sha256.upper()):
        assert [item.number for item in library.items(sha256=sha256)] == [found.number]
    number = library.add_piece(aha.Piece(title="Rain"), "https://music.example/rain",
                               sha256=found.sha256.upper())
    assert library.item(number).sha256 == found.sha256
