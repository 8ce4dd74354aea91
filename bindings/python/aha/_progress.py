"""Progress bars of jobs."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Iterator
from importlib import import_module
from importlib.util import find_spec
from typing import TYPE_CHECKING, Callable

from ._errors import InvalidArgumentError

if TYPE_CHECKING:
    from .job import Job

    #: Shows a percentage and a stage.
    Show = Callable[[float, str], object]

#: Seconds between two updates.
_PAUSE = 0.1


@contextlib.contextmanager
def _tqdm(description: str) -> Iterator[Show]:
    form = "{desc} {percentage:3.0f}%|{bar}| {elapsed} {postfix}"
    tqdm = import_module("tqdm.auto").tqdm
    with tqdm(total=100, desc=description or None, unit="%", bar_format=form) as bar:
        def show(percent: float, stage: str) -> None:
            bar.set_postfix_str(stage, refresh=False)
            bar.update(percent - bar.n)

        yield show


@contextlib.contextmanager
def _rich(description: str) -> Iterator[Show]:
    console = import_module("rich.console").Console(stderr=True)
    with import_module("rich.progress").Progress(console=console) as bar:
        task = bar.add_task(description, total=100)
        yield lambda percent, stage: bar.update(
            task, completed=percent, description=f"{description} {stage}".strip())


@contextlib.contextmanager
def _text(description: str) -> Iterator[Show]:
    head = f"{description}: " if description else ""
    try:
        yield lambda percent, stage: print(f"\r{head}{percent:3.0f} % {stage:<10}", end="",
                                           file=sys.stderr, flush=True)
    finally:
        print(file=sys.stderr)


_BARS = {"tqdm": _tqdm, "rich": _rich, "text": _text}


def shown_until_end(job: Job, description: str, bar: str) -> None:
    """See :meth:`Job.progress_bar`."""
    name = bar or next((one for one in ("tqdm", "rich") if find_spec(one)), "text")
    if name not in _BARS:
        raise InvalidArgumentError(f"{bar!r} is no bar: one of {', '.join(_BARS)}")
    with _BARS[name](description) as show:
        ended = False
        while not ended:
            ended = job.wait(_PAUSE)
            now = job.progress
            show(100 if ended else 100 * (now.fraction or 0), now.stage)
