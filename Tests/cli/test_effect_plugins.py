"""LV2 plug-ins of the command: aha effects --lv2, and lv2:URI in tracks and projects."""

import pathlib
import subprocess
import sys

import pytest

ROOT = pathlib.Path(__file__).parents[2]
GAIN = "lv2:urn:aha-test:gain"


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lv2")
    subprocess.run([sys.executable, ROOT / "Tests/lv2/plugins.py", folder], check=True)
    return folder


@pytest.fixture(autouse=True)
def bundles(aha, folder):
    aha.environment["LV2_PATH"] = str(folder)


def test_plugins_are_listed(aha):
    refusals = {one["uri"]: one["refusal"] for one in aha.json("effects", "--lv2")}
    assert refusals["urn:aha-test:gain"] == "" and "voltage" in refusals["urn:aha-test:voltage"]
    names = aha("effects", "--lv2").stdout.decode()
    assert GAIN in names and "urn:aha-test:voltage" not in names
    level = aha.json("effects", GAIN)[0]["parameters"][0]
    assert (level["parameter"], level["title"], level["maximum"]) == ("level", "The level", 4)


def test_a_track_goes_through_a_plugin(aha, tone):
    plain = aha.mix(tone)
    halved = aha.mix(f"{tone},fx={GAIN}:level=0.5:shape=hard:active=off")
    assert halved[24000][0] == pytest.approx(plain[24000][0] / 2, abs=2)


def test_bad_plugins_and_values_are_refused_with_a_line(aha, tone):
    for fx, words in ((f"{GAIN}:level=5", "level="), (f"{GAIN}:volume=1", "no parameter"),
                      ("lv2:urn:none", "not installed"), ("lv2:urn:aha-test:voltage", "voltage")):
        ended = aha("mix", f"{tone},fx={fx}", "-o", "x.wav", code=None)
        # lilv reports the broken bundles there as well.
        assert ended.returncode > 0 and words in ended.stderr.decode(errors="replace")


def test_a_bounce_names_a_missing_plugin(aha, tone, tmp_path):
    aha("project", "new", "p.aha")
    aha("project", "add", "p.aha", tone, f"fx={GAIN}:level=0.5")
    aha.environment["LV2_PATH"] = str(tmp_path)
    warning = aha("bounce", "p.aha", "-o", "out.wav").stderr.decode()
    assert "is left out: " in warning and "urn:aha-test:gain is not installed" in warning


def test_a_project_has_plugins(aha, tone):
    aha("project", "new", "p.aha")
    aha("project", "add", "p.aha", tone, f"fx={GAIN}:level=0.5")
    aha("project", "add", "p.aha", "--effect", GAIN, "--to", "tone", "level=0.25")
    shown = aha("project", "show", "p.aha").stdout.decode()
    assert shown.count("lv2:urn:aha-test:gain level=0.") == 2 and "level=0.25" in shown
