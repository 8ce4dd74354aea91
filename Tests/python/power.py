"""A disk without power: rebuilds the files that a power failure leaves, from a trace of strace.

Model: a file's bytes are on the disk after fsync or fdatasync of the file, a name after that of its
folder. Of the other writes and names, a power failure keeps none, all, or any part.
"""

from __future__ import annotations

import copy
import hashlib
import random
import re
import subprocess
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

CALLS = ("openat,open,creat,close,dup,dup2,dup3,write,pwrite64,writev,pwritev,pwritev2,ftruncate,"
         "truncate,fallocate,rename,renameat,renameat2,link,linkat,symlink,symlinkat,unlink,"
         "unlinkat,mkdir,mkdirat,rmdir,fsync,fdatasync,sendfile,copy_file_range")
#: Calls that change no file below the folder, or that no scene makes.
_REFUSED = {"truncate", "link", "linkat", "symlink", "symlinkat", "sendfile", "copy_file_range",
            "dup", "dup2", "dup3", "writev", "pwritev", "pwritev2"}
_STRING = re.compile(r'"((?:\\x[0-9a-f]{2})*)"')


@dataclass
class Node:
    """A file's bytes or a folder's names: on the disk, and the changes that may be lost."""

    is_folder: bool
    kept: Any
    changes: list[Callable[[Any], object]] = field(default_factory=list)
    syncing: int = 0

    def read(self, keep: Callable[[], bool]) -> Any:
        """The content if each unsynced change is kept or lost."""
        content = self.kept.copy()
        for change in self.changes:
            if keep():
                change(content)
        return content

    def synchronize(self) -> None:
        for change in self.changes[:self.syncing]:
            change(self.kept)
        self.changes = self.changes[self.syncing:]


@dataclass
class Disk:
    """The folder's content while a trace is replayed."""

    root: str
    top: Node
    files: dict[int, tuple[Node, list[int]]] = field(default_factory=dict)
    #: The state that the process has reported last.
    states: list[str] = field(default_factory=list)

    def _find(self, path: str) -> Node | None:
        if path != self.root and not path.startswith(self.root + "/"):
            return None
        node: Node | None = self.top
        for name in path[len(self.root):].strip("/").split("/"):
            if name and node:
                content = node.read(lambda: True)
                node = content.get(name) if isinstance(content, dict) else None
        return node

    def _parent(self, path: str) -> tuple[Node | None, str]:
        folder, _, name = path.rpartition("/")
        return self._find(folder), name

    def _name(self, path: str, node: Node | None) -> None:
        parent, name = self._parent(path)
        if parent:
            parent.changes.append(
                lambda names: names.pop(name, None) if node is None else names.update({name: node}))

    def open(self, result: int, path: str, flags: str) -> None:
        node = self._find(path)
        if node is None and "O_CREAT" in flags:
            parent, _ = self._parent(path)
            if parent:
                node = Node(False, bytearray())
                self._name(path, node)
        self.files.pop(result, None)
        if node:
            self.files[result] = (node, [0])
            if "O_TRUNC" in flags:
                node.changes.append(lambda data: data.__delitem__(slice(None)))

    def write(self, number: int, data: bytes, offset: int | None) -> None:
        if number not in self.files:
            return
        node, place = self.files[number]
        start = place[0] if offset is None else offset
        if offset is None:
            place[0] += len(data)

        def change(content: bytearray) -> None:
            content.extend(bytes(max(0, start - len(content))))
            content[start:start + len(data)] = data

        node.changes.append(change)

    def resize(self, number: int, size: int, shrinks: bool) -> None:
        def change(content: bytearray) -> None:
            content.extend(bytes(max(0, size - len(content))))
            if shrinks:
                del content[size:]

        if number in self.files:
            self.files[number][0].changes.append(change)

    def rename(self, old: str, new: str) -> None:
        node = self._find(old)
        (source, name), (target, renamed) = self._parent(old), self._parent(new)
        if source and source is target and node:
            moved: Node = node
            # One change of one folder: no disk loses a half of it.
            source.changes.append(
                lambda names: (names.pop(name, None), names.update({renamed: moved})))
        elif node:
            self._name(new, node)
            self._name(old, None)

    def restore(self, folder: Path, keep: Callable[[], bool]) -> None:
        """Writes the files that a power failure leaves now."""
        def put(node: Node, path: Path) -> None:
            content = node.read(keep)
            if isinstance(content, dict):
                path.mkdir()
                for name, child in content.items():
                    put(child, path / name)
            else:
                path.write_bytes(content)

        put(self.top, folder)


def _strings(text: str) -> list[str]:
    return [bytes.fromhex(found.replace("\\x", "")).decode(errors="surrogateescape")
            for found in _STRING.findall(text)]


def _apply(disk: Disk, name: str, arguments: str, result: int) -> bool:
    """Replays a completed call. False if it changes nothing on the disk."""
    texts, first = _strings(arguments), arguments.split(",")[0].strip()
    number = int(first) if first.isdigit() else -1
    if name in ("openat", "open", "creat"):
        flags = "O_CREAT|O_TRUNC" if name == "creat" else arguments
        disk.open(result, texts[0], flags)
        return "O_CREAT" in flags or "O_TRUNC" in flags
    if name == "close":
        return False  # at its begin
    if name in ("write", "pwrite64"):
        data = bytes.fromhex(_STRING.findall(arguments)[0].replace("\\x", ""))[:result]
        if data.startswith(b"state "):
            disk.states.append(data[6:].decode().strip())
        offset = int(arguments.rsplit(",", 1)[1]) if name == "pwrite64" else None
        disk.write(number, data, offset)
    elif name in ("ftruncate", "fallocate"):
        sizes = [int(part) for part in re.findall(r"\d+", arguments.split(",", 1)[1])]
        disk.resize(number, sum(sizes[-2:]), name == "ftruncate")
    elif name in ("fsync", "fdatasync"):
        if number in disk.files:
            disk.files[number][0].synchronize()
    elif name.startswith("rename"):
        disk.rename(texts[0], texts[1])
    elif name in ("mkdir", "mkdirat"):
        disk._name(texts[0], Node(True, {}))
    elif name in ("unlink", "unlinkat", "rmdir"):
        disk._name(texts[0], None)
    elif name in _REFUSED:
        assert number not in disk.files, f"{name} is not in the model"
        return False
    return True


def loaded(path: Path) -> Node:
    """The files from before a trace, which are on the disk."""
    if path.is_dir():
        return Node(True, {child.name: loaded(child) for child in path.iterdir()})
    return Node(False, bytearray(path.read_bytes()))


def digest(folder: Path) -> bytes:
    """SHA-256 of the names and bytes below a folder."""
    hashed = hashlib.sha256()
    for path in sorted(folder.rglob("*")):
        content = b"" if path.is_dir() else path.read_bytes()
        hashed.update(f"{path.relative_to(folder)} {path.is_dir()} {len(content)} ".encode())
        hashed.update(content)
    return hashed.digest()


def replay(trace: str, root: str, before: Node) -> Iterator[Disk]:
    """The disk after each call that changes it."""
    disk, begun = Disk(root, copy.deepcopy(before)), {}
    for line in trace.splitlines():
        process, text = line.split(None, 1)
        if "<unfinished ...>" in text:
            begun[process] = text.split("<unfinished")[0]
            _begin(disk, begun[process])
            continue
        resumed = re.match(r"<\.\.\. \w+ resumed>(.*)", text)
        if resumed:
            text = begun.pop(process) + resumed[1]
        else:
            _begin(disk, text)
        found = re.match(r"(\w+)\((.*)\)\s+= (-?\d+)", text)
        if found and int(found[3]) >= 0 and _apply(disk, found[1], found[2], int(found[3])):
            yield disk


def _begin(disk: Disk, text: str) -> None:
    """A sync includes the changes from before it. A close frees its number at once: before it
    returns, another thread may open a file with the same number."""
    found = re.match(r"(f(?:data)?sync|close)\((\d+)", text)
    if found and found[1] == "close":
        disk.files.pop(int(found[2]), None)
    elif found and int(found[2]) in disk.files:
        node = disk.files[int(found[2])][0]
        node.syncing = len(node.changes)


def trace(command: list[object], output: Path) -> str:
    """Runs a Python program under strace. Returns the trace."""
    subprocess.run(
        ["strace", "-f", "-qq", "-xx", "-s", "100000000", "-o", str(output), "-e",
         f"trace={CALLS}", sys.executable, "-B", *map(str, command)], check=True)
    return output.read_text()


def cuts(trace: str, root: str, before: Node, folder: Path, seed: int,
         max_cuts: int = 400) -> Iterator[tuple[list[str], Path]]:
    """Power failures: the states reported before each, and a folder with the files left."""
    chance = random.Random(seed)
    count = sum(1 for _ in replay(trace, root, before))
    chosen = set(chance.sample(range(count), min(count, max_cuts))) | {count - 1}
    kinds: list[Callable[[], bool]] = [lambda: False, lambda: True,
                                       lambda: chance.random() < 0.5]
    for index, disk in enumerate(replay(trace, root, before)):
        for kind, keep in enumerate(kinds):
            if index in chosen:
                target = folder / f"cut-{index}-{kind}"
                disk.restore(target, keep)
                yield disk.states.copy(), target
