"""Figure 19: a drop of 4 GiB to WebDAV and to S3 over loopback, compared with curl and rclone.

Clients may use all cores, because a drop hashes while it sends; a server has all but one.
"""

import hashlib
import resource
import shutil
import struct
import tempfile
import time
from functools import partial
from pathlib import Path
from statistics import median

from harness import INPUT, Unmeasured, attempt, curl, make_sparse, measure, run, server
from report import Peer, Row, ratio

TARGET, TARGET_MB, ROUNDS = 0.9, 48, 3
#: Without the processor's SHA instructions, which OpenSSL then does not use.
TARGET_PLAIN, PLAIN = 0.55, {"OPENSSL_ia32cap": ":~0x20000000"}
SIZE = 4 << 30
LARGE = INPUT / "four_gigabytes.wav"
#: Folder of the receiving server: memory, so that no disk is measured.
MEMORY = Path("/dev/shm")
KEY, SECRET, BUCKET = "AKIDEXAMPLE", "wJalrXUtnFEMI/K7MDENG+bPxRfiCYEXAMPLEKEY", "music"
#: A sound of one frame, which needs no decoding, so that only sending is measured.
HEAD = struct.pack("<4sI4s4sIHHIIHH4sIi", b"RIFF", 40, b"WAVE", b"fmt ", 16, 1, 2, 44100, 176400, 4,
                   16, b"data", 4, 0)


def empty(folder):
    for path in list(folder.iterdir()):
        shutil.rmtree(path) if path.is_dir() else path.unlink()


def timed(action):
    """Seconds on the clock, the result, and processor seconds of the process."""
    begin, before = time.monotonic(), resource.getrusage(resource.RUSAGE_CHILDREN)
    found = action()
    took, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    return took, found, sum(after[:2]) - sum(before[:2])


def in_turns(folder, actions):
    """Seconds and the printed values of a few rounds each; received files are deleted in
    between."""
    rounds = []
    for _ in range(ROUNDS):
        turn = []
        for action in actions:
            turn.append(timed(action))
            empty(folder)
        rounds.append(turn)
    return list(zip(*rounds))


def rows_of(title, folder, ours, theirs):
    """A row with the processor's SHA instructions, if it has them, and one without."""
    titles = {title: (TARGET, {}), f"{title}, without SHA instructions": (TARGET_PLAIN, PLAIN)}
    rows = {each: Row(each, target=f"≥ {target:g}× curl and rclone, ≤ {TARGET_MB} MB")
            for each, (target, _) in titles.items()}
    actions = [partial(ours, **more) for _, more in titles.values()]
    found = attempt(title, in_turns, folder, [*actions, *theirs.values()])
    if found:
        peers = dict(zip(theirs, found[len(actions):]))
        for (each, (target, _)), side in zip(titles.items(), found):
            fill(rows[each], target, side, peers)
    return list(rows.values())


def fill(row, target, side, peers):
    if min(one["bytes"] for _, one, _ in side) < SIZE:
        raise Unmeasured("not everything was sent")
    mine = median(took for took, _, _ in side)
    theirs = {name: median(took for took, _, _ in peer) for name, peer in peers.items()}
    memory = max(one["memory"] for _, one, _ in side) / 1e6
    busy = median(cpu for _, _, cpu in side)
    row.text = f"{speed(mine)}, {busy:.1f} s of processor time, {memory:.1f} MB"
    row.met = all(took / mine >= target for took in theirs.values()) and memory <= TARGET_MB
    row.peers = [Peer(name, speed(took), ratio(mine, took, False))
                 for name, took in theirs.items()]
    row.data = {name: [[took, cpu] for took, _, cpu in each]
                for name, each in {"aha": side, **peers}.items()}


def speed(seconds):
    return f"{SIZE / seconds / 1e6:.0f} MB/s"


def put(*arguments):
    return curl("-o", "/dev/null", "-H", "Expect:", *arguments, pinned=False)


def rclone(target, *options):
    # Otherwise rclone would skip files that the server still lists.
    return run(["rclone", "copy", "--config", "/dev/null", "--ignore-times", LARGE, target,
                *options], pinned=False)


def webdav(scratch):
    folder = Path(tempfile.mkdtemp(dir=MEMORY))
    try:
        with server("Tests/servers/webdav_server.py", "--kind", "apache", "--disk", folder) as told:
            url, user, password = told["url"], told.get("user"), told.get("password")
            login = ["--user", f"{user}:{password}"] if user else []
            obscured = run(["rclone", "obscure", password]).strip() if user else ""
            options = [f"--webdav-url={url}", "--webdav-vendor=other"]
            if user:
                options += [f"--webdav-user={user}", f"--webdav-pass={obscured}"]
            return rows_of(
                "19 drop of 4 GiB to WebDAV (mod_dav)", Path(told.get("root", folder)),
                partial(measure, "drop_aha", "webdav", url, LARGE, scratch,
                        *([user, password] if user else []), pinned=False),
                {"curl -T": lambda: put("-T", LARGE, *login, f"{url.rstrip('/')}/large.bin"),
                 "rclone copy": lambda: rclone(":webdav:", *options)})
    finally:
        shutil.rmtree(folder)


def file_hash():
    """Gives curl the values that it cannot find out, without timing that."""
    digest = hashlib.sha256()
    with open(LARGE, "rb") as file:
        while block := file.read(1 << 24):
            digest.update(block)
    return digest.hexdigest()


def s3(scratch):
    folder = Path(tempfile.mkdtemp(dir=MEMORY))
    try:
        with server("Tests/servers/s3_server.py", "--bucket", BUCKET, "--disk", folder) as told:
            url = told["url"]
            key, secret = told.get("access_key", KEY), told.get("secret_key", SECRET)
            bucket, region = told.get("bucket", BUCKET), told["region"]
            signing = ["--aws-sigv4", f"aws:amz:{region}:s3", "--user", f"{key}:{secret}",
                       "-H", f"x-amz-content-sha256: {file_hash()}"]
            options = ["--s3-provider=Other", f"--s3-endpoint={url}", f"--s3-access-key-id={key}",
                       f"--s3-secret-access-key={secret}", f"--s3-region={region}",
                       "--s3-no-check-bucket"]
            return rows_of(
                "19 drop of 4 GiB to S3", folder,
                partial(measure, "drop_aha", "s3", url, LARGE, scratch, bucket, region, key,
                        secret, pinned=False),
                {"curl -T": lambda: put(*signing, "-T", LARGE, f"{url}/{bucket}/large.bin"),
                 "rclone copy": lambda: rclone(f":s3:{bucket}", *options)})
    finally:
        shutil.rmtree(folder)


def figure_19(_):
    make_sparse(LARGE, SIZE, HEAD)
    with tempfile.TemporaryDirectory() as scratch:
        return [*webdav(scratch), *s3(scratch)]
