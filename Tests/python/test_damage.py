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


@pytest.mark.parametrize("step", [0, 7])
@pytest.mark.parametrize("ending,codec", [("ogg", "libvorbis"), ("opus", "libopus")])
def test_a_wrong_bit_in_any_stream_of_a_chain_is_damage(tmp_path: Path, ending: str, codec: str,
                                                        step: int) -> None:
    parts = [encoded(tmp_path / f"{number}.{ending}", 48000, 1, "-c:a", codec, "-serial_offset",
                     str(number * step)) for number in range(3)]
    data = b"".join(parts)
    path = tmp_path / "chain"
    choice = random.Random(step)
    with aha.Engine.offline(sample_rate=48000) as engine:
        path.write_bytes(data)
        frames = engine.load(path, streamed=False).info.frames
        assert abs(frames - 3 * SECONDS * 48000) < 1000
        for number, part in enumerate(parts):
            start = sum(map(len, parts[:number]))
            places = range(start + len(part) // 3, start + len(part) * 3 // 4)
            for place in choice.sample(places, 6):
                bad = bytearray(data)
                bad[place] ^= 1 << choice.randrange(8)
                path.write_bytes(bad)
                with pytest.raises(aha.DamagedError, match="ends at frame") as caught:
                    engine.load(path, streamed=False)
                frame = int(str(caught.value).split("ends at frame ")[1].split()[0])
                assert number * SECONDS * 48000 <= frame < (number + 1) * SECONDS * 48000
