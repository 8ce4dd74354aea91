"""Docstrings of properties are sentences, and a repr shows attributes."""

from __future__ import annotations

import inspect
import re
from collections.abc import Iterator
from pathlib import Path

import aha
import pytest

#: The end of a docstring, which names C functions and errors.
REFERENCE = re.compile(r" ?(?:The C functions?(?: .*?)? (?:is|are) aha_|Errors: ).*")


def properties() -> Iterator[tuple[str, str]]:
    """The name and the docstring of each public property."""
    classes = [one for one in map(aha.__dict__.get, aha.__all__) if inspect.isclass(one)]
    for one in classes:
        for name, found in inspect.getmembers(one, lambda each: isinstance(each, property)):
            if not name.startswith("_"):
                yield f"{one.__name__}.{name}", " ".join((found.__doc__ or "").split())


@pytest.fixture(autouse=True)
def every_class() -> None:
    """Modules are imported by the first use of their names."""
    for name in aha.__all__:
        getattr(aha, name)


def test_the_docstring_of_each_property_is_a_sentence() -> None:
    found = dict(properties())
    assert len(found) > 300
    wrong = [name for name, text in found.items()
             if not re.match(r"(?!See )[A-Z].*\.$", REFERENCE.sub("", text))]
    assert not wrong


def test_no_docstring_of_a_property_names_a_parameter_or_a_c_function_in_its_text() -> None:
    wrong = [name for name, text in properties()
             if re.search(r"``\w+``:|\baha_\w+", REFERENCE.sub("", text))]
    assert not wrong


def test_the_repr_of_an_object_that_is_not_ready_shows_nothing() -> None:
    analysis, job = aha.Analysis.start(aha.Stream.memory(b"no sound"))
    with pytest.raises(aha.FormatError):
        job.wait()
    assert repr(analysis) == "<aha.Analysis>"


def test_a_repr_shows_attributes(engine: aha.Engine, client: aha.Client, tmp_path: Path) -> None:
    sound = engine.sound([0.0] * 8, 44100)
    player = engine.play(sound)
    project = aha.Project.create(tmp_path / "song.ahaproj")
    things = [engine, client, sound, player, player.chain, engine.master, project, aha.Piece(),
              aha.Stream.memory(), aha.Recorder(engine, tmp_path / "take.wav"),
              aha.Analysis.of([0.0] * 44100, 44100), aha.Filter(engine), project.add_bus("drums"),
              aha.HistoryCursor(), aha.Destination.folder(client, tmp_path),
              aha.Library(tmp_path / "songs.library"), aha.Session(project, engine)]
    for thing in things:
        for name in re.findall(r" (\w+)=", repr(thing)):
            assert hasattr(thing, "__len__" if name == "len" else name), repr(thing)
