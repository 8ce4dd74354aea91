"""One of several processes of an application that share an account; test_processes.py runs it.

Prints "ready", waits for a line, and sends this many requests at once; or, with 0, refreshes.
"""

from __future__ import annotations

import json
import sys

import aha

said = json.loads(sys.argv[1])
client = aha.Client("tests", state_folder=said["state"], ca_file=said["ca"])
account = client.account(aha.Provider(**said["provider"]))
print("ready" if account.signed_in else "signed out", flush=True)
sys.stdin.readline()
if said["count"]:
    jobs = [client.request("GET", "/me", account=account).start() for _ in range(said["count"])]
    for job in jobs:
        job.wait(60)
else:
    account.refresh().wait(60)
print("done", flush=True)
