"""Run by Tests/packaging/wheel in the environment: plays a sound in each format with the bundled
libraries, and compares the licenses with the bundled files."""

import array
import json
import math
import platform
import re
import sys
from importlib import metadata

import aha
from aha import _abi

RATE = 44100
tone = array.array("f", (0.5 * math.sin(0.06 * frame) for frame in range(RATE)))
for name in ("sound.wav", "sound.flac", "sound.ogg", "sound.opus", "sound.mp3"):
    with aha.Engine.offline(sample_rate=RATE) as engine:
        engine.play(engine.sound(memoryview(tone).cast("B").cast("f", (RATE, 1)), RATE))
        engine.save(name).wait()
        read = engine.load(name).read()
        peak = max(frame[0] for frame in read[2000:20000].tolist())
        assert 0.3 < peak < 0.6, f"{name}: the peak is {peak}"
assert "numpy" not in sys.modules

with open("/proc/self/maps") as lines:
    mapped = {line.split(maxsplit=5)[5].strip() for line in lines if ".so" in line}
bundled = [path for path in mapped if path.startswith(sys.argv[1])]
for name in (f"aha/{_abi.SONAME}", "libaha.libs/libsndfile-", "libaha.libs/libFLAC-",
             "libaha.libs/libopus-"):
    assert any(name in path for path in bundled), f"{name} is not loaded: {bundled}"
assert not any("libsndfile.so" in path for path in mapped), "the system's libsndfile is loaded"

files = {str(path): path for path in metadata.files("libaha") or ()}
libraries = [name for name in files if name.startswith("libaha.libs/")]
texts = [name for name in files if re.search("/bundled/lib.*[.]txt$", name)]
assert len(texts) == len(libraries) > 5, (texts, libraries)
# auditwheel knows the packages of this machine's processor only.
sboms = [path for name, path in files.items() if name.endswith("auditwheel.cdx.json")]
assert sboms or platform.machine() != "x86_64", "no list of bundled packages"
for path in sboms:
    packages = {one["name"] for one in json.loads(path.read_text())["components"]
                if "deb/" in one.get("purl", "")}
    assert len(packages) == len(libraries), (packages, libraries)
    for package in packages:
        assert any(name.endswith(f"/bundled/{package}.txt") for name in texts), package
about = metadata.metadata("libaha")
assert "LGPL-2.1-or-later" in about["License-Expression"]
assert {"bundled/LGPL-2.1", "LICENSE"} <= set(about.get_all("License-File") or ())
