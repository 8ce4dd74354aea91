"""Libraries whose file holds any number: each query gives an answer or an error."""

from __future__ import annotations

import contextlib
import itertools
import shutil
import sqlite3
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import aha
import places
import pytest
from libraries import write_sound

COLUMNS = {
    "item": ["number", "origin", "state", "size", "modified", "inode", "container", "encoding",
             "rate", "channels", "length_us", "added", "played", "dropped", "plays"],
    "ancestor": ["item"],
    "event": ["number", "kind", "item", "at", "day", "duration"],
    "source": ["number", "generation", "phase", "is_delta", "listed", "synced", "distance"],
    "remote": ["source", "item", "taken", "seen"],
}
ENDS = (-2 ** 63, 2 ** 63 - 1)


def fill(folder: Path) -> None:
    """A library with rows in all its tables, with sounds and drops beside it."""
    sounds = [write_sound(folder / "tree" / f"{name}.wav", 1) for name in "ab"]
    with places.open_place("folder", folder / "place") as place, \
            places.client_of(folder / "state") as client, \
            aha.Library(folder / "songs.library") as library:
        destination = place.destination(client)
        drop = aha.Drop(destination, places.piece_of(sounds[0], "Rain"))
        drop.send(sounds[0])
        library.scan(folder / "tree").wait()
        library.sync(destination).wait()
        piece = aha.Piece(title="Sun", length_us=1_000_000)
        piece.based_on = ["https://music.example/s/Rain"]
        library.note("play", library.add_piece(piece, "https://music.example/s/Sun"), seconds=5)
        library.note("take", library.find(sounds[0]), seconds=5)


def last(scale: aha.TimeScale) -> tuple[int, int]:
    """The last periods, and all future ones."""
    return aha.HistoryCursor(scale).place - 40, ENDS[1]


def use(folder: Path, file: Path) -> None:
    """Queries everything, in a separate process."""
    with places.open_place("folder", folder / "place") as place, \
            places.client_of(folder / "state") as client, \
            aha.Library(file) as library:
        destination = place.destination(client)
        actions: list[Callable[[], object]] = [
            lambda: len(library), lambda: list(library.duplicates(page=1)),
            *(lambda order=order, check=check: list(
                library.items(states=aha.ItemState.ANY, order=order, check=check, page=1))
              for order in ("newest", "title", "played", "length") for check in (False, True)),
            lambda: list(library.items("a", states=aha.ItemState.ANY)),
            *(lambda scale=scale, function=function: function(scale)
              for scale in aha.TimeScale for function in (
                  library.first, lambda scale: library.history(scale, *last(scale)),
                  lambda scale: library.history_json(scale, *last(scale)),
                  lambda scale: library.draw_history(folder / "x.png", scale, *last(scale)))),
            lambda: library.history("month", *ENDS),
            *(lambda number=number, function=function: function(number)
              for number in (*range(1, 5), *ENDS) for function in (
                  library.item, library.check, library.ancestors, library.descendants,
                  lambda number: library.item(number).piece,
                  lambda number: library.note("play", number, seconds=1),
                  lambda number: library.analyze(number).wait())),
            lambda: library.find(folder / "tree" / "a.wav"),
            lambda: library.scan(folder / "tree").wait(),
            lambda: library.sync(destination).wait(),
            lambda: library.sync(destination, whole=True).wait(),
            lambda: library.add(folder / "tree" / "b.wav"),
            lambda: library.add_piece(aha.Piece(title="New", length_us=1), "https://b.example/"),
            lambda: library.watch(folder / "tree"), lambda: library.watch_status, library.unwatch,
            *(lambda number=number: library.forget(number) for number in (*range(1, 5), *ENDS)),
        ]
        for action in actions:
            with contextlib.suppress(aha.Error):
                action()
    print(f"{file.name}: all was asked", flush=True)


@pytest.fixture(scope="module")
def filled(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("filled")
    fill(folder)
    return folder


def test_all_integer_columns_are_tried(filled: Path) -> None:
    with contextlib.closing(sqlite3.connect(filled / "songs.library")) as database:
        for table, columns in COLUMNS.items():
            found = database.execute(f"SELECT name FROM pragma_table_info('{table}')"
                                     " WHERE type = 'INTEGER'").fetchall()
            assert [name for name, in found] == columns
            assert database.execute(f"SELECT count(*) FROM {table}").fetchone() > (0,), table


@pytest.mark.parametrize("table", COLUMNS)
def test_extreme_numbers_in_a_file_are_survived(filled: Path, tmp_path: Path, table: str) -> None:
    """Of a table in one process: to start one takes longer than to ask for everything."""
    files = []
    for column, number in itertools.product(COLUMNS[table], ENDS):
        file = tmp_path / f"{column} {number}.library"
        files.append(file)
        shutil.copy(filled / "songs.library", file)
        with contextlib.closing(sqlite3.connect(file)) as database, database:
            # An interrupted list: the next sync resumes at the stored position.
            database.execute("UPDATE source SET phase = 1, place = 'a'")
            database.execute(f"UPDATE OR IGNORE {table} SET {column} = {number}")
    ended = subprocess.run([sys.executable, "-B", __file__, filled, *files],
                           capture_output=True, text=True)
    asked = "".join(f"{file.name}: all was asked\n" for file in files)
    assert ended.stdout == asked, (ended.returncode, ended.stderr)


if __name__ == "__main__":
    for each in sys.argv[2:]:
        use(Path(sys.argv[1]), Path(each))
