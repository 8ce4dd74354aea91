"""The tasks that test_power.py interrupts: powered.py NAME FOLDER

A task reports the state that a reader must find from then on, after each call that has returned.
"""

from __future__ import annotations

import functools
import hashlib
import json
import os
import sys
import threading
from collections.abc import Callable, Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import aha
import numpy as np

NOTHING = "nothing"
SOUND = "sound.wav"


def noise(engine: aha.Engine, seed: int) -> aha.Sound:
    return engine.sound(
        np.random.default_rng(seed).uniform(-0.5, 0.5, (2000, 2)).astype(np.float32), 48000)


def hashed(path: Path) -> str:
    return hashlib.sha256(path.read_bytes()).hexdigest()[:8] if path.exists() else NOTHING


def edits(folder: Path) -> Iterator[str]:
    with aha.Project.create(folder / "song.aha") as project:
        yield ""
        for title in ("one", "two", "three"):
            project.title = title
            yield title
        project.undo()
        yield "two"
    yield "two"
    with aha.Project(folder / "song.aha") as project:
        project.title = "four"
        yield "four"


def read_project(folder: Path) -> str:
    try:
        with aha.Project(folder / "song.aha") as project:
            return project.title
    except (aha.NotFoundError, aha.EmptyError):
        return NOTHING


def notes(folder: Path) -> Iterator[str]:
    with aha.Library(folder / "library.aha") as library:
        number = library.add_piece(aha.Piece(title="one"), "https://a.example/1",
                                   state="remote_only")
        yield "0"
        for count in range(1, 4):
            library.note("play", item=number, seconds=1)
            yield str(count)
    yield "3"


def read_library(folder: Path) -> str:
    if not (folder / "library.aha").exists():
        return NOTHING
    with aha.Library(folder / "library.aha") as library:
        items = list(library.items(states=aha.ItemState.REMOTE_ONLY, check=False))
        return str(items[0].plays) if items else NOTHING


def replaced(write: Callable[[Path, int], object]) -> Callable[[Path], Iterator[str]]:
    """A file that is created, then replaced."""
    def task(folder: Path) -> Iterator[str]:
        for seed in (1, 2):
            write(folder / "file", seed)
            yield hashed(folder / "file")

    return task


def read_file(folder: Path) -> str:
    return hashed(folder / "file")


def render(path: Path, seed: int) -> None:
    with aha.Engine() as engine:
        noise(engine, seed).save(path, container="flac").wait()


def bounce(path: Path, seed: int) -> None:
    outside = Path(os.environ["POWER_OUTSIDE"])
    render(outside / f"{seed}.flac", seed)
    with aha.Project.create(outside / f"{seed}.aha") as project:
        project.add_track(outside / f"{seed}.flac")
        project.bounce(path, container="wav").wait()


def waveform(path: Path, seed: int) -> None:
    sound = Path(os.environ["POWER_OUTSIDE"]) / f"{seed}.flac"
    render(sound, seed)
    aha.draw_waveform(sound, path)


def manifest(path: Path, seed: int) -> None:
    aha.Piece(title=f"Title {seed}", length_us=9_000_000).save(path)


def record(folder: Path) -> Iterator[str]:
    with aha.Engine() as engine:
        recorder = aha.Recorder(engine, folder / "file.wav")
        engine.play(noise(engine, 1))
        recorder.start()
        engine.render(1500)
        recorder.stop()
        recorder.wait(60)
        whole = hashed(folder / "file.wav")
        Path(os.environ["POWER_OUTSIDE"], "take").write_text(whole)
        yield whole


def read_take(folder: Path) -> str:
    """Before the recorder has ended, any part of the take may be there."""
    whole = Path(os.environ["POWER_OUTSIDE"], "take")
    found = hashed(folder / "file.wav")
    return found if whole.exists() and found == whole.read_text() else NOTHING


def destination(folder: Path) -> Iterator[str]:
    os.environ["XDG_CONFIG_HOME"] = str(folder / "config")
    with aha.Client("tests", state_folder=os.environ["POWER_OUTSIDE"]) as client:
        for name in ("one", "two"):
            aha.Destination.folder(client, "/nowhere", name=name).save()
            yield hashed(folder / "config" / "aha" / "destinations.json")


def read_destination(folder: Path) -> str:
    return hashed(folder / "config" / "aha" / "destinations.json")


def drop_into(place: Path, state: Path) -> None:
    sound = Path(os.environ["POWER_OUTSIDE"]) / "drop.flac"
    render(sound, 1)
    with aha.Client("tests", state_folder=state) as client:
        destination = aha.Destination.folder(client, place)
        aha.Drop(destination, aha.Piece(title="Rain", length_us=50_000), committed=True).send(sound)


def drop(folder: Path) -> Iterator[str]:
    drop_into(folder / "place", folder / "state")
    yield "done"


def read_drop(folder: Path) -> str:
    """The journal says "done" only if the whole drop is at its place."""
    if not (folder / "state").exists():
        return NOTHING
    with aha.Client("tests", state_folder=folder / "state") as client:
        if [drop.stage for drop in client.drops()] != [aha.DropStage.DONE]:
            return NOTHING
        [found] = (folder / "place").glob("*/piece.json")
        assert {"index.html", "piece.json", "cover.png"} <= set(os.listdir(found.parent))
        opening = client.open(found)
        opening.wait()
        assert opening.piece.title == "Rain"
        return "done"


def download(folder: Path) -> Iterator[str]:
    outside = Path(os.environ["POWER_OUTSIDE"])
    drop_into(outside / "place", outside / "state")
    serve = functools.partial(QuietServer, directory=str(outside / "place"))
    with ThreadingHTTPServer(("127.0.0.1", 0), serve) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        with aha.Client("tests", state_folder=outside / "state") as client:
            [found] = (outside / "place").glob("*/piece.json")
            opening = client.open(
                f"http://127.0.0.1:{server.server_port}/{found.parent.name}/piece.json")
            opening.wait()
            opening.save("mix stem", folder / "file").wait()
            yield hashed(folder / "file")
            opening.save_manifest(folder / "piece.json")
            yield hashed(folder / "file") + hashed(folder / "piece.json")
        server.shutdown()


class QuietServer(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *arguments: object) -> None:
        pass


def read_download(folder: Path) -> str:
    name = folder / "piece.json"
    return hashed(folder / "file") + (hashed(name) if name.exists() else "")


def refresh(folder: Path) -> Iterator[str]:
    said = json.loads(os.environ["POWER_ACCOUNT"])
    with aha.Client("tests", state_folder=folder, ca_file=said["ca"]) as client:
        account = client.account(aha.Provider(**said["provider"]))
        account.refresh().wait(60)
        yield read_token(folder)


def read_token(folder: Path) -> str:
    [token] = (file for file in folder.rglob("[!.]*.json") if file.parent.name != "sign-ins")
    return hashed(token)


Task = tuple[Callable[[Path], Iterator[str]], Callable[[Path], str]]
TASKS: dict[str, Task] = {
    "edits of a project": (edits, read_project), "notes in a library": (notes, read_library),
    "render": (replaced(render), read_file), "bounce": (replaced(bounce), read_file),
    "waveform": (replaced(waveform), read_file), "manifest": (replaced(manifest), read_file),
    "take": (record, read_take), "saved destination": (destination, read_destination),
    "drop": (drop, read_drop), "download": (download, read_download),
    "token": (refresh, read_token),
}


def main(name: str, folder: str) -> None:
    with open(os.environ["POWER_OUTSIDE"] + "/states", "wb", buffering=0) as states:
        for state in TASKS[name][0](Path(folder)):
            states.write(f"state {state}\n".encode())


if __name__ == "__main__":
    main(*sys.argv[1:])
