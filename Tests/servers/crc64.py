"""CRC-64/NVME, as S3 computes it."""

_POLYNOMIAL = 0x9A6C9329AC4BC9B5


def _entry(value: int) -> int:
    for _ in range(8):
        value = value >> 1 ^ (_POLYNOMIAL if value & 1 else 0)
    return value


_TABLE = [_entry(byte) for byte in range(256)]


def crc64nvme(data: bytes) -> bytes:
    value = (1 << 64) - 1
    for byte in data:
        value = _TABLE[(value ^ byte) & 0xFF] ^ value >> 8
    return (value ^ ((1 << 64) - 1)).to_bytes(8, "big")
