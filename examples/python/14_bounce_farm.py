"""Bounces any number of projects on many processes or machines, with Dask distributed.

    python3 14_bounce_farm.py FOLDER PROJECT.aha...

Starts two workers here; DASK_SCHEDULER=tcp://HOST:8786 uses an existing cluster with the same
files. The project of a killed worker is bounced again. A project that cannot be bounced is
reported, and the others continue. Needs python3-distributed (PyPI: distributed).
"""
import os
import sys
import tempfile
from pathlib import Path

import aha
from dask.distributed import Client, as_completed


def bounce(path: str, out: str) -> tuple[str, int]:
    """Runs on a worker: bounces one project on one thread. The file appears only when it is
    complete."""
    with aha.Project(path, read_only=True) as project:
        project.bounce(out, threads=1, loudness_lufs=-16).wait()
    return out, os.getpid()


def farm(client: Client, folder: str, *paths: str) -> int:
    """Returns the count of failed projects; the others are files with their numbers."""
    futures = {client.submit(bounce, path, f"{folder}/{Path(path).stem}-{number}.flac", retries=1,
                             pure=False): path for number, path in enumerate(paths, 1)}
    broken = 0
    for count, future in enumerate(as_completed(futures), 1):
        if error := future.exception():  # after the worker's try and its retry
            broken += 1
            print(f"14_bounce_farm: {futures[future]}: {error}", file=sys.stderr)
        else:
            print(f"{count}/{len(paths)} %s by process %d" % future.result(), flush=True)
    again = client.run_on_scheduler(lambda dask_scheduler: sum(
        task.suspicious for task in dask_scheduler.tasks.values()))
    print(f"{len(paths) - broken} bounced, {broken} broken, {again} begun again")
    return broken


if __name__ == "__main__":
    if len(sys.argv) < 3:
        sys.exit(__doc__)
    with tempfile.TemporaryDirectory() as scratch:
        cluster = os.environ.get("DASK_SCHEDULER")
        with Client(cluster) if cluster else Client(
                n_workers=2, threads_per_worker=1, dashboard_address=":0", memory_limit=0,
                local_directory=scratch, silence_logs="CRITICAL") as client:
            sys.exit(farm(client, *map(os.path.abspath, sys.argv[1:])) > 0)
