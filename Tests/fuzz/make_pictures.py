"""Small PNGs of all kinds, and JPEGs without image data."""

import struct
import zlib

SAMPLES = {0: 1, 2: 3, 3: 1, 4: 2, 6: 4}
PASSES = ((0, 0, 8, 8), (4, 0, 8, 8), (0, 4, 4, 8), (2, 0, 4, 4), (0, 2, 2, 4), (1, 0, 2, 2),
          (0, 1, 1, 2))


def chunk(kind, body):
    return struct.pack(">I", len(body)) + kind + body + struct.pack(">I", zlib.crc32(kind + body))


def rows(width, height, bits_each):
    line = (width * bits_each + 7) // 8
    return b"".join(b"\x01" + bytes((7 * y + x) & 255 for x in range(line)) for y in range(height))


def png(width, height, color, bits, interlaced, extra=b""):
    each = bits * SAMPLES[color]
    data = rows(width, height, each)
    if interlaced:
        data = b"".join(
            rows((width - x + right - 1) // right, (height - y + down - 1) // down, each)
            for x, y, right, down in PASSES if width > x and height > y)
    head = struct.pack(">IIBBBBB", width, height, bits, color, 0, 0, interlaced)
    palette = chunk(b"PLTE", bytes(range(48))) if color == 3 else b""
    return (b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + palette + extra
            + chunk(b"IDAT", zlib.compress(data)) + chunk(b"IEND", b""))


def segment(marker, body):
    return bytes([0xFF, marker]) + struct.pack(">H", len(body) + 2) + body


def jpeg(kind, width, height):
    frame = struct.pack(">BHHB", 8, height, width, 3) + bytes.fromhex("012200021101031101")
    scan = segment(0xDA, bytes.fromhex("03010002110311003f00")) + b"\x12\xff\x00\x34\xff\xd0\x56"
    return (b"\xff\xd8" + segment(0xE0, b"JFIF\0\1\1\0\0\1\0\1\0\0") + segment(0xDB, bytes(65))
            + segment(kind, frame) + segment(0xC4, bytes(20)) + scan + scan + b"\xff\xd9")


def pictures():
    for color, bits, interlaced, size in (
            (0, 1, 0, (9, 5)), (0, 16, 1, (6, 7)), (2, 8, 0, (20, 9)), (2, 16, 1, (3, 1)),
            (3, 4, 1, (16, 16)), (4, 8, 0, (2, 30)), (6, 8, 1, (11, 8)), (6, 16, 0, (1, 1))):
        yield f"{color}-{bits}-{interlaced}.png", png(*size, color, bits, interlaced)
    texts = (chunk(b"zTXt", b"Title\0\0" + zlib.compress(b"a title"))
             + chunk(b"iTXt", b"Title\0\1\0\0\0" + zlib.compress(b"another"))
             + chunk(b"tRNS", struct.pack(">H", 7)) + chunk(b"gAMA", struct.pack(">I", 45455)))
    yield "texts.png", png(640, 640, 0, 1, 0, texts)
    yield "baseline.jpg", jpeg(0xC0, 640, 640)
    yield "progressive.jpg", jpeg(0xC2, 640, 640)
    yield "large.jpg", jpeg(0xC0, 1000, 700)
