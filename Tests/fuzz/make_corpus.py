"""Audio files with one defect each."""

import struct

SAMPLES = struct.pack("<64h", *range(-3200, 3200, 100))
HUGE = 2**63


def chunk(name, body, size=None, order="<"):
    return name + struct.pack(order + "I", len(body) if size is None else size) + body


def wav_format(tag=1, channels=1, rate=48000, align=2, bits=16):
    numbers = (tag, channels, rate, (rate * align) & 0xFFFFFFFF, align, bits)
    return chunk(b"fmt ", struct.pack("<HHIIHH", *numbers))


def wav(head=None, data=None, size=None, name=b"RIFF"):
    body = b"WAVE" + (wav_format() if head is None else head)
    body += chunk(b"data", SAMPLES) if data is None else data
    return name + struct.pack("<I", len(body) if size is None else size) + body


def rf64(data_bytes, frames):
    sizes = chunk(b"ds64", struct.pack("<QQQI", data_bytes, data_bytes, frames, 0))
    return wav(sizes + wav_format(), chunk(b"data", SAMPLES, 0xFFFFFFFF), 0xFFFFFFFF, b"RF64")


def w64_id(name):
    tail = "2e91cf11a5d628db04c10000" if name == "riff" else "f3acd3118cd100c04f8edb8a"
    return name.encode() + bytes.fromhex(tail)


def w64(data_bytes):
    head = w64_id("fmt ") + struct.pack("<Q", 24 + 16) + wav_format()[8:]
    data = w64_id("data") + struct.pack("<Q", data_bytes) + SAMPLES
    whole = struct.pack("<Q", min(data_bytes, 2**64 - 1))
    return w64_id("riff") + whole + w64_id("wave") + head + data


def caf(data_bytes, rate=48000.0, channels=1, bits=16):
    description = struct.pack(">d4sIIIII", rate, b"lpcm", 0, 2, 1, channels, bits)
    head = b"caff\0\1\0\0" + b"desc" + struct.pack(">q", len(description)) + description
    return head + b"data" + struct.pack(">qI", data_bytes, 0) + SAMPLES


def aiff(rate=bytes.fromhex("400ebb80000000000000"), channels=1, frames=64, bits=16):
    common = chunk(b"COMM", struct.pack(">hIh", channels, frames, bits) + rate, order=">")
    sound = chunk(b"SSND", struct.pack(">II", 0, 0) + SAMPLES, order=">")
    return chunk(b"FORM", b"AIFF" + common + sound, order=">")


def flac(rate=48000, channels=1, bits=16, frames=64):
    packed = rate << 44 | (channels - 1) << 41 | (bits - 1) << 36 | frames
    info = struct.pack(">HH", 4096, 4096) + bytes(6) + packed.to_bytes(8, "big") + bytes(16)
    return b"fLaC" + b"\x80\0\0\x22" + info


def wrong_wavs():
    yield "format-0", wav(wav_format(tag=0))
    yield "format-65535", wav(wav_format(tag=65535))
    yield "channels-0", wav(wav_format(channels=0))
    yield "channels-65535", wav(wav_format(channels=65535))
    yield "rate-0", wav(wav_format(rate=0))
    yield "rate-largest", wav(wav_format(rate=2**32 - 1))
    yield "align-0", wav(wav_format(align=0))
    yield "bits-0", wav(wav_format(bits=0))
    yield "bits-255", wav(wav_format(bits=255))
    yield "data-largest", wav(data=chunk(b"data", SAMPLES, 2**32 - 1))
    yield "data-none", wav(data=b"")
    yield "data-empty", wav(data=chunk(b"data", b""))
    yield "data-first", wav(chunk(b"data", SAMPLES), wav_format())
    yield "list-largest", wav(data=chunk(b"LIST", b"INFO", 2**32 - 1))
    yield "size-0", wav(size=0)
    nan = struct.pack("<16I", *([0x7FC00000, 0x7F800000, 0xFF800000, 0x7F800001] * 4))
    yield "nan", wav(wav_format(tag=3, align=4, bits=32), chunk(b"data", nan))


def wrong_others():
    yield "huge.rf64", rf64(HUGE, HUGE)
    yield "largest.rf64", rf64(2**64 - 1, 2**64 - 1)
    yield "frames-lie.rf64", rf64(len(SAMPLES), HUGE)
    yield "huge.w64", w64(HUGE)
    yield "largest.w64", w64(2**64 - 1)
    yield "chunk-below-head.w64", w64(8)
    yield "huge.caf", caf(HUGE - 1)
    yield "negative.caf", caf(-HUGE)
    yield "open-end.caf", caf(-1)
    for name, rate in (("0", 0.0), ("nan", float("nan")), ("inf", float("inf")), ("minus", -1.0)):
        yield f"rate-{name}.caf", caf(132, rate=rate)
    yield "channels-largest.caf", caf(132, channels=2**32 - 1)
    yield "rate-0.aiff", aiff(rate=bytes(10))
    yield "rate-largest.aiff", aiff(rate=b"\x7f" + b"\xff" * 9)
    yield "channels-minus.aiff", aiff(channels=-1)
    yield "channels-largest.aiff", aiff(channels=32767)
    yield "frames-largest.aiff", aiff(frames=2**32 - 1)
    yield "rate-0.flac", flac(rate=0)
    yield "frames-largest.flac", flac(frames=2**36 - 1)
    yield "no-frames.flac", flac()
    yield "only-name.ogg", b"OggS"
    yield "zeros.ogg", b"OggS" + bytes(4096)
    yield "sync-only.mp3", b"\xff\xfb\x90\x00" * 64
    yield "tag-only.mp3", b"ID3\x04\0\0\x7f\x7f\x7f\x7f" + bytes(64)
    yield "empty.bin", b""
    yield "byte.bin", b"R"
    yield "zeros.bin", bytes(4096)
    yield "ones.bin", b"\xff" * 4096
    yield "text.bin", b"neither head nor tail of audio\n" * 40


def truncated():
    """Valid heads, truncated after each byte."""
    whole = {
        "wav": wav(), "rf64": rf64(len(SAMPLES), 64), "w64": w64(24 + len(SAMPLES)),
        "caf": caf(4 + len(SAMPLES)), "aiff": aiff(), "flac": flac(),
    }
    for ending, content in whole.items():
        for length in range(1, min(len(content), 140), 3):
            yield f"cut-{length:03}.{ending}", content[:length]
        yield f"whole.{ending}", content


def sounds():
    yield from wrong_others()
    for name, content in wrong_wavs():
        yield f"{name}.wav", content
    yield from truncated()
