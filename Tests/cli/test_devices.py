"""The list of devices, with and without a sound system."""

import subprocess

import pytest


@pytest.fixture
def jack(aha):
    """A JACK server for the test, without hardware."""
    name = f"aha-cli-{aha.directory.name}"[:40]
    aha.environment |= {"JACK_DEFAULT_SERVER": name, "JACK_NO_START_SERVER": "1"}
    server = subprocess.Popen(
        ["jackd", "--no-realtime", "-n", name, "-d", "dummy", "-r", "48000", "-p", "512"],
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    ready = subprocess.run(["jack_wait", "-s", name, "-w", "-t", "60"], env=aha.environment,
                           stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL, check=False)
    assert ready.returncode == 0
    yield "jack:system"
    server.terminate()
    server.wait()


def test_text_and_json_list_the_same_devices(aha):
    devices = aha.json("devices")
    text = aha("devices")
    if not devices:
        assert text.stdout == b"" and b'"null"' in text.stderr
    else:
        lines = text.stdout.decode().splitlines()[1:]
        assert [line.split()[0] for line in lines] == [one["id"].split()[0] for one in devices]


def test_a_server_is_listed(aha, jack):
    [device] = [one for one in aha.json("devices") if one["id"] == jack]
    assert list(device) == [
        "id", "name", "host_api", "max_inputs", "max_outputs", "default_sample_rate",
        "is_default_input", "is_default_output", "low_latency_ms", "high_latency_ms"]
    assert (device["host_api"], device["default_sample_rate"]) == ("jack", 48000)
    assert (device["max_inputs"], device["max_outputs"]) == (2, 2)
    result = aha("devices")
    assert jack in result.stdout.decode() and result.stderr == b""


def test_a_loop_plays_at_the_rate_of_the_server(aha, jack, loops):
    """The loop's sample rate differs from the server's only one."""
    [facts] = aha.json("info", loops[0])
    assert facts["sample_rate"] == 44100
    result = aha("play", "--device", jack, "--seconds=0.3", f"{loops[0]},loop")
    assert result.stderr == b""
    aha("record", "-o", "take.wav", "--device", jack, "--output-device", jack, "--seconds=0.5",
        f"{loops[0]},loop")
    [facts] = aha.json("info", "take.wav")
    assert (facts["sample_rate"], facts["frames"]) == (48000, 24000)
