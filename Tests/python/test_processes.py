"""Several processes with one account: single-use refresh tokens, kills at any time; and forks."""

from __future__ import annotations

import json
import os
import random
import signal
import subprocess
import time
from pathlib import Path

import aha
from conftest import interpreted, program
from servers import OAuthServer, given

KILLS = 100 if os.environ.get("AHA_SOAK") else 10


def start(oauth: OAuthServer, state: Path, count: int) -> subprocess.Popen[str]:
    process = program("refreshing.py", json.dumps({
        "state": str(state), "ca": oauth.ca, "provider": given(oauth.provider()), "count": count}))
    assert process.stdout and process.stdout.readline() == "ready\n"
    return process


def go(process: subprocess.Popen[str]) -> None:
    assert process.stdin
    process.stdin.write("\n")
    process.stdin.flush()


def test_64_requests_in_4_processes_refresh_once(oauth: OAuthServer, tmp_path: Path) -> None:
    with aha.Client("tests", ca_file=oauth.ca, state_folder=tmp_path) as client:
        oauth.sign_in(client.account(oauth.provider()))
    processes = [start(oauth, tmp_path, 16) for _ in range(4)]
    oauth.do("expire")
    for process in processes:
        go(process)
    for process in processes:
        out, errors = process.communicate(timeout=60)
        assert (out, errors, process.returncode) == ("done\n", "", 0)
    counts = oauth.statistics()
    assert (counts["refreshes"], counts["refresh_attempts"], counts["reuses"]) == (1, 1, 0)


def test_a_kill_during_a_refresh_harms_no_account(oauth: OAuthServer, tmp_path: Path) -> None:
    """Still signed in, or cleanly signed out where the server had spent the token."""
    random.seed(7)
    still = 0
    for number in range(KILLS):
        oauth.do("reset")
        state = tmp_path / str(number)
        with aha.Client("tests", ca_file=oauth.ca, state_folder=state) as client:
            oauth.sign_in(client.account(oauth.provider()))
        process = start(oauth, state, 0)
        if number % 2:  # widens the window in which the reply is in flight
            oauth.do("fault", path="/token", reply={"fault": "Delay", "seconds": 0.03})
        go(process)
        time.sleep(random.uniform(0, 0.06))  # the random time is the subject of this test
        process.send_signal(signal.SIGKILL)
        process.communicate(timeout=10)
        still += _is_clean(oauth, state)
    assert 0 < still, "every account was signed out"


def _is_clean(oauth: OAuthServer, state: Path) -> bool:
    """True when still signed in; whatever it is, it is known and said, and signing in works."""
    with aha.Client("tests", ca_file=oauth.ca, state_folder=state) as client:
        account = client.account(oauth.provider())  # DamagedError never
        oauth.do("expire")
        try:
            client.request("GET", "/me", account=account).send()
        except aha.Error:
            # The killed process's request may arrive after the kill.
            assert oauth.statistics()["refreshes"] > 0
            assert not account.signed_in and client.accounts == []
            oauth.sign_in(account)
            assert client.request("GET", "/me", account=account).send().status == 200
            return False
        assert account.signed_in
        return True


def test_a_forked_child_releases_no_handle_of_its_parent() -> None:
    script = ("import atexit, aha, os\n"
              "released = []\n"
              "atexit.register(lambda: print(len(released), flush=True))\n"
              "engine, effect = aha.Engine(), aha.Reverb()\n"
              "aha._abi.lib.aha_release = released.append\n"
              "if child := os.fork(): os.waitpid(child, 0)\n"
              "else: engine.close()")
    done = interpreted(script)
    child, parent = map(int, done.stdout.split())
    assert (child, done.stderr) == (0, "") and parent >= 3
