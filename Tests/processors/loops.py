"""loops.py DISASSEMBLY DISASSEMBLY: of one program for two processors, by llvm-objdump.

Innermost loops of a kernel that calculate: the second program has none of scalars where the first
has none, and has vectors where the first has them."""

import re
import sys

ARITHMETIC = r"(add|sub|mul|div|sqrt|min|max)"
VECTOR = re.compile(rf"v?{ARITHMETIC}p[sd]\b|f{ARITHMETIC}\w*\s+v\d+\.[24][sd]")
SCALAR = re.compile(rf"v?{ARITHMETIC}s[sd]\b|f{ARITHMETIC}\w*\s+[sd]\d")
JUMP = re.compile(r"(?:j\w+|b|b\.\w+|cbn?z|tbn?z)\s.*\b0x([0-9a-f]+) <")


def kernels_of(path: str) -> dict[str, list[tuple[int, str]]]:
    """The instructions of each kernel, by its name without shim_ and the processor's ending."""
    kernels: dict[str, list[tuple[int, str]]] = {}
    name = ""
    with open(path) as lines:
        for line in lines:
            if symbol := re.fullmatch(r"[0-9a-f]+ <(\w+)>:\n", line):
                name = re.sub("^shim_|_wide$|_any$", "", symbol[1])
            elif found := re.match(r" *([0-9a-f]+):\s+(.*)", line):
                kernels.setdefault(name, []).append((int(found[1], 16), found[2]))
    return kernels


def loops_of(code: list[tuple[int, str]]) -> tuple[int, int]:
    """Counts of innermost loops with vectors, and of those with scalars only."""
    ranges = {(int(jump[1], 16), at) for at, text in code if (jump := JUMP.match(text))
              if code[0][0] <= int(jump[1], 16) <= at}
    vector = scalar = 0
    for begin, end in ranges:
        if any((begin, end) != one and begin <= one[0] and one[1] <= end for one in ranges):
            continue
        body = [text for at, text in code if begin <= at <= end]
        if any(map(VECTOR.match, body)):
            vector += 1
        elif any(map(SCALAR.match, body)):
            scalar += 1
    return vector, scalar


here, there = map(kernels_of, sys.argv[1:])
kernels = vectors = 0
for name in sorted(here.keys() & there.keys() - {"main"}):
    (vector, scalar), (other_vector, other_scalar) = map(loops_of, (here[name], there[name]))
    if other_scalar and not scalar or vector and not other_vector:
        sys.exit(f"{name}: {vector} vector loops and {scalar} scalar loops here, "
                 f"{other_vector} and {other_scalar} there")
    kernels += other_vector > 0
    vectors += other_vector
if kernels < 10:
    sys.exit(f"only {kernels} kernels have a loop with vectors")
print(f"{kernels} kernels with {vectors} vector loops")
