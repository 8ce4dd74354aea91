"""Properties of the machine: its processor, clock, and memory rates on one thread."""

from pathlib import Path

from harness import INPUT, Unmeasured, measure, run

DEFAULT_CACHES = {"L2": 1 << 19, "L3": 1 << 23}


def processor():
    for line in Path("/proc/cpuinfo").read_text().splitlines():
        if line.startswith("model name"):
            return line.split(":", 1)[1].strip()
    return "unknown processor"


def caches():
    """Bytes of L2 and L3, reported by the kernel."""
    sizes = dict(DEFAULT_CACHES)
    for index in Path("/sys/devices/system/cpu/cpu0/cache").glob("index*"):
        level = "L" + (index / "level").read_text().strip()
        if level in sizes:
            sizes[level] = int((index / "size").read_text().strip().rstrip("K")) * 1024
    return sizes


def loop_bytes():
    """Size of the eight loops as float stereo, which is nearly the whole of their files."""
    return sum(path.stat().st_size for path in INPUT.glob("loop*.wav"))


def level_of_loops(sizes):
    """The smallest cache level that holds all loops."""
    return next((level for level in ("L2", "L3") if loop_bytes() <= sizes[level]), "memory")


def describe():
    sizes = caches()
    if loop_bytes() == 0:
        raise Unmeasured("the loops could not be prepared")
    rates = measure("machine", sizes["L2"], sizes["L3"], loop_bytes())
    return {"processor": processor(), "kernel": run(["uname", "-sr"]).strip(),
            "compiler": run(["cc", "--version"]).splitlines()[0],
            "loop_level": level_of_loops(sizes), "loop_bytes": loop_bytes(), **rates}


def print_machine(machine):
    print(f"{machine['processor']}, {machine['ghz']:.2f} GHz measured; {machine['kernel']}; "
          f"{machine['compiler']}")
    print("One thread, GB/s:     read   memcpy (bytes copied)")
    for level in ("L2", "L3", "memory", "loops"):
        rates = machine[level]
        size = f"{rates['buffer'] / 1e6:.1f} MB"
        print(f"  {level:<7}{size:>10}  {rates['read']:6.1f}   {rates['copy']:6.1f}")
    print(f"The eight loops are {machine['loop_bytes'] / 1e6:.1f} MB and fit into "
          f"{machine['loop_level']}.\n")
