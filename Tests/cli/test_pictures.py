"""aha cover, waveform and spectrogram."""

import json
import resource
import struct
import subprocess
import zlib

import pytest


def probe(path):
    said = subprocess.run(
        ["ffprobe", "-v", "error", "-show_streams", "-show_frames", "-of", "json", path],
        check=True, capture_output=True).stdout
    facts = json.loads(said)
    return facts["streams"][0]["width"], facts["streams"][0]["height"], facts["frames"][0]["tags"]


def image(path, size):
    subprocess.run(["ffmpeg", "-v", "error", "-f", "lavfi", "-i", f"testsrc=s={size}",
                    "-frames:v", "1", "-y", path], check=True)
    return path


def manifest(aha, **values):
    document = {"format": "libaha-piece", "version": 1, **values}
    (aha.directory / "song.json").write_text(json.dumps(document))
    return "song.json"


def test_a_cover_is_drawn_from_a_sound(aha, tone):
    result = aha("cover", tone.name, "-o", "a.png", "--title", "Two", "--artist=Nova",
                 "--key", "F# minor")
    assert result.stdout == result.stderr == b""
    width, height, tags = probe(aha.directory / "a.png")
    assert (width, height, tags["Title"], tags["Author"]) == (640, 640, "Two", "Nova")
    aha("cover", tone.name, "-o", "b.png", "--title", "Two", "--artist=Nova", "--key=C")
    assert (aha.directory / "a.png").read_bytes() != (aha.directory / "b.png").read_bytes()


def test_a_cover_uses_tags(aha, tone):
    aha("piece", "embed", manifest(aha, title="Dawn", artist="Nova", lengthUs=1_000_000), tone.name)
    aha("cover", tone.name, "-o", "a.png", "--artist=Ada")
    tags = probe(aha.directory / "a.png")[2]
    assert (tags["Title"], tags["Author"]) == ("Dawn", "Ada")
    aha("mix", tone.name, "-o", "tone.caf")
    aha("cover", "tone.caf", "-o", "b.png")
    assert probe(aha.directory / "b.png")[:2] == (640, 640)


def test_a_cover_is_drawn_from_a_manifest(aha, tone):
    name = manifest(aha, title="Morning", artist="Nova")
    aha("cover", name, "-o", "a.png")
    assert probe(aha.directory / "a.png")[2]["Title"] == "Morning"
    aha("cover", name, "-o", "b.png", "--audio", tone.name, "--title=Evening")
    tags = probe(aha.directory / "b.png")[2]
    assert (tags["Title"], tags["Author"]) == ("Evening", "Nova")


def test_an_own_cover_is_copied_or_scaled(aha):
    image(aha.directory / "in.png", "900x700")
    said = aha("cover", "--check", "in.png").stdout
    assert said == b"PNG, 900 x 700: will be cut and scaled to 640 x 640\n"
    assert aha.files() == ["in.png"]
    said = aha("cover", "--check", "in.png", "-o", "out.png").stdout
    assert said == b"PNG, 900 x 700: is cut and scaled to 640 x 640\n"
    assert probe(aha.directory / "out.png")[:2] == (640, 640)
    image(aha.directory / "in.jpg", "640x640")
    said = aha("cover", "--check", "in.jpg", "-o", "out.jpg").stdout
    assert said == b"JPEG, 640 x 640: stays as it is\n"
    image(aha.directory / "large.jpg", "900x700")
    said = aha("cover", "--check", "large.jpg", "-o", "large.png").stdout
    assert said == b"JPEG, 900 x 700: is cut and scaled to 640 x 640\n"
    assert probe(aha.directory / "large.png")[:2] == (640, 640)
    assert (aha.directory / "in.jpg").read_bytes() == (aha.directory / "out.jpg").read_bytes()


@pytest.mark.parametrize("verb", ["waveform", "spectrogram"])
def test_strips_take_size_and_colors(aha, tone, verb):
    aha(verb, tone.name, "-o", "a.png")
    assert probe(aha.directory / "a.png")[:2] == (1600, 400)
    aha(verb, tone.name, "-o", "b.png", "--size", "64x16", "--foreground", "ff8800",
        "--background=000000")
    assert probe(aha.directory / "b.png")[:2] == (64, 16)
    pixels = subprocess.run(
        ["ffmpeg", "-v", "error", "-i", aha.directory / "b.png", "-f", "rawvideo", "-pix_fmt",
         "rgb24", "-"], check=True, capture_output=True).stdout
    # All colors are between black and orange: no blue, and more red than green.
    assert max(pixels[0::3]) > 200 and max(pixels[2::3]) < 40
    assert all(red >= green for red, green in zip(pixels[0::3], pixels[1::3]))


@pytest.mark.parametrize("words, said", [
    ([], "needs one sound"),
    (["tone.wav"], "needs -o PNG"),
    (["tone.wav", "-o", "a.png", "--size", "100"], 'is not WxH'),
    (["tone.wav", "-o", "a.png", "--size", "15x20"], 'out of range (16 to 8192)'),
    (["tone.wav", "-o", "a.png", "--size", "20x8193"], 'out of range'),
    (["tone.wav", "-o", "a.png", "--size", "20.5x30"], 'not a whole number'),
    (["tone.wav", "-o", "a.png", "--foreground", "fff"], 'is not RRGGBB'),
    (["tone.wav", "-o", "a.png", "--background", "12345g"], 'is not RRGGBB'),
    (["tone.wav", "-o", "tone.wav"], "the sound itself"),
])
def test_strips_are_refused(aha, tone, words, said):
    words = [tone.name if word == "tone.wav" else word for word in words]
    before = tone.read_bytes()
    for verb in ("waveform", "spectrogram"):
        assert said in aha.refused(verb, *words)
    assert tone.read_bytes() == before and aha.files() == [tone.name]


@pytest.mark.parametrize("words, said", [
    ([], "needs one file"),
    (["tone.wav"], "needs -o PNG"),
    (["tone.wav", "-o", "a.png", "--audio", "tone.wav"], "--audio is for a manifest"),
    (["tone.wav", "-o", "a.png", "--key", "H moll"], "not the name of a key"),
    (["--check", "a.png", "--title", "x"], "--title is for a cover that is drawn"),
    (["--check", "a.png", "b.png"], "--check takes one picture"),
])
def test_covers_are_refused(aha, tone, words, said):
    words = [tone.name if word == "tone.wav" else word for word in words]
    assert said in aha.refused("cover", *words)
    assert aha.files() == [tone.name]


def test_errors_name_the_file(aha, tone):
    (aha.directory / "a.txt").write_text("no sound")
    for verb in ("cover", "waveform", "spectrogram"):
        assert "none.wav" in aha.refused(verb, "none.wav", "-o", "a.png", code=3)
        assert "a.txt" in aha.refused(verb, "a.txt", "-o", "a.png", code=4)
        assert "none/a.png" in aha.refused(verb, tone.name, "-o", "none/a.png", code=5)
    name = manifest(aha, title=5)
    assert "title" in aha.refused("cover", name, "-o", "a.png", code=4)


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def zeros(count):
    """Zeros, compressed, in constant memory."""
    packer = zlib.compressobj(9, wbits=-15)
    part = packer.compress(bytes(1 << 20)) + packer.flush(zlib.Z_FULL_FLUSH)
    adler32 = struct.pack(">HH", count % 65521, 1)
    return b"\x78\xda" + part * (count >> 20) + packer.flush() + adler32


def png(width, height, interlaced=0, extra=b"", data=1 << 20):
    head = struct.pack(">IIBBBBB", width, height, 8, 6, 0, 0, interlaced)
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + extra + chunk(b"IDAT", zeros(data))
            + chunk(b"IEND", b""))


BOMBS = {
    "wide": (lambda: png(0x7FFFFFFF, 1), "32768"),
    "high": (lambda: png(1, 0x7FFFFFFF), "32768"),
    "interlaced": (lambda: png(8192, 8192, 1), "interlaced"),
    "pixels": (lambda: png(640, 640, data=1 << 30), "behind the last pixel"),
    "few pixels": (lambda: png(3, 3, 1, data=1 << 30), "behind the last pixel"),
    "zTXt": (lambda: png(640, 640, extra=chunk(b"zTXt", b"a\0\0" + zeros(1 << 30))), "PNG"),
    "iTXt": (lambda: png(640, 640, extra=chunk(b"iTXt", b"a\0\1\0\0\0" + zeros(1 << 30))), "PNG"),
    "texts": (lambda: png(640, 640, extra=200 * chunk(b"zTXt", b"a\0\0" + zeros(4 << 20))), "PNG"),
}


@pytest.mark.parametrize("name", BOMBS)
def test_bombs_take_neither_memory_nor_time(aha, name):
    make, said = BOMBS[name]
    (aha.directory / "in.png").write_bytes(make())

    def limit():
        resource.setrlimit(resource.RLIMIT_AS, (400 << 20, 400 << 20))
        resource.setrlimit(resource.RLIMIT_CPU, (5, 5))

    for words in ([], ["-o", "out.png"]):
        assert said in aha.refused("cover", "--check", "in.png", *words, code=4, preexec_fn=limit)
    assert aha.files() == ["in.png"]
