"""A process of an application that waits for a URL; test_relaunch.py runs it.

With "sign-in", begins one and prints its URL; with "pieces", prints "ready". Then prints each event
of its client until a sign-in or the wish to open a piece has come.
"""

from __future__ import annotations

import json
import select
import sys

import aha

said = json.loads(sys.argv[1])
client = aha.Client("tests", state_folder=said["state"], ca_file=said["ca"])
descriptor = aha._abi.lib.aha_client_event_fd(client._handle)
if said["waits_for"] == "sign-in":
    account = client.account(aha.Provider(**said["provider"]))
    job = account.sign_in()
    print(job.wait_for_url(), flush=True)
else:
    print("ready", flush=True)
while True:
    select.select([descriptor], [], [], 30)
    for event in client.events_now():
        print(event.kind.name, event.line, flush=True)
        if event.kind in (aha.EventKind.ACCOUNT_SIGNED_IN, aha.EventKind.OPEN_WANTED):
            sys.exit(0)
