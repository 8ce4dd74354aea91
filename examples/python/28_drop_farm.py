"""Drops a catalogue with Dask workers on many processes or machines: each piece arrives once.

    python3 28_drop_farm.py JOURNALS DESTINATION SOUND...

DESTINATION is a name of "aha destinations add". JOURNALS is a folder of all machines, for a journal
of each piece: from it another worker, or another run, resumes the drop of a killed one.
DASK_SCHEDULER=tcp://HOST:8786 uses an existing cluster, where paths are absolute.
"""
import fcntl
import hashlib
import os
import sys
import tempfile
from pathlib import Path

import aha
from dask.distributed import Client, as_completed


def drop(sound: str, journals: str, destination: str) -> tuple[str, int]:
    """Runs on a worker: drops one piece, resumes its drop, or finds that it is done."""
    with aha.Engine.offline() as engine:
        length = len(engine.load(sound, streamed=True)) * 1_000_000 // engine.sample_rate
    journal = Path(journals, hashlib.sha256(os.path.realpath(sound).encode()).hexdigest()[:32])
    journal.mkdir(mode=0o700, parents=True, exist_ok=True)
    with open(journal / "worker", "w") as lock, \
            aha.Client("com.example.farm", state_folder=journal) as client:
        fcntl.flock(lock, fcntl.LOCK_EX)  # a worker that the cluster has given up may still run
        client.load_destinations()
        piece = aha.Piece(title=Path(sound).stem[:50], length_us=length)
        [made] = client.drops() or [aha.Drop(client.destination(destination), piece).send(sound)]
        if made.stage != aha.DropStage.DONE:
            made.wait()
        return made.url or made.remote_id, os.getpid()


def farm(client: Client, journals: str, destination: str, *sounds: str) -> int:
    """Returns the count of pieces that were not dropped."""
    futures = {client.submit(drop, one, journals, destination, retries=9): one for one in sounds}
    for count, future in enumerate(as_completed(futures), 1):
        if error := future.exception():
            print(f"28_drop_farm: {futures[future]}: {error}", file=sys.stderr)
        else:
            print(f"{count}/{len(sounds)} %s by process %d" % future.result(), flush=True)
    return sum(future.status == "error" for future in futures)


if __name__ == "__main__":
    if len(sys.argv) < 4:
        sys.exit(__doc__)
    cluster = os.environ.get("DASK_SCHEDULER")
    with tempfile.TemporaryDirectory() as scratch, Client(cluster) if cluster else Client(
            n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=0,
            local_directory=scratch, silence_logs="CRITICAL") as client:
        sys.exit(farm(client, *sys.argv[1:]) > 0)
