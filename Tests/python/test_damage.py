"""Single wrong bits in files of real encoders are found."""

import random
import shutil
import subprocess
from pathlib import Path

import aha
import pytest

if shutil.which("ffmpeg") is None:
    pytest.skip("no ffmpeg", allow_module_level=True)

SECONDS = 4


def encoded(path: Path, rate: int, channels: int, *words: str) -> bytes:
    source = "|".join(["0.3*sin(2*PI*440*t)+0.1*random(0)"] * channels)
    subprocess.run(
        ["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"aevalsrc={source}:s={rate}:d={SECONDS}",
         *words, str(path)], check=True)
    return path.read_bytes()


@pytest.mark.parametrize("rate", [8000, 16000, 48000, 96000])
@pytest.mark.parametrize("channels", [1, 2])
@pytest.mark.parametrize("ending,words", [
    ("flac", []), ("flac", ["-sample_fmt", "s32"]), ("flac", ["-frame_size", "576"]),
    ("ogg", ["-c:a", "libvorbis"]), ("opus", ["-c:a", "libopus"]), ("oga", ["-c:a", "flac"]),
])
def test_a_wrong_bit_is_damage(tmp_path: Path, rate: int, channels: int, ending: str,
                               words: list[str]) -> None:
    if rate == 96000 and ending == "opus":
        pytest.skip("Opus has no such rate")
    data = encoded(tmp_path / f"good.{ending}", rate, channels, *words)
    choice = random.Random(rate + channels)
    with aha.Engine.offline(sample_rate=48000) as engine:
        assert engine.load(tmp_path / f"good.{ending}", streamed=False)
        # The header has bytes that change no sample; the last block may look cut.
        for place in choice.sample(range(len(data) // 3, len(data) * 3 // 4), 6):
            bad = bytearray(data)
            bad[place] ^= 1 << choice.randrange(8)
            (tmp_path / "bad").write_bytes(bad)
            with pytest.raises(aha.DamagedError, match="ends at frame"):
                engine.load(tmp_path / "bad", streamed=False)
            with pytest.raises(aha.DamagedError):
                aha.Analysis(tmp_path / "bad")
