"""A report of libaha, the libraries around it, devices and rights: ``python -m aha.doctor``.

It is text for a bug report: without passwords and tokens, and with ~ for the home folder. A missing
library is no failure: only the feature that needs it is unavailable. The lines of the system are
those of the command's ``aha doctor``.
"""

from __future__ import annotations

import os
import platform
import resource
import shutil
import sys
from importlib.util import find_spec

from . import Error, components, devices, version_text

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator

PROXIES = ("http_proxy", "https_proxy", "HTTPS_PROXY", "all_proxy", "ALL_PROXY", "no_proxy")
SETTINGS = ("AHA_LOG", "AHA_MODULES", "SSL_CERT_FILE", "CURL_CA_BUNDLE", "XDG_STATE_HOME")


def mapped(name: str) -> str:
    """The loaded file whose name starts with ``name``, or ""."""
    with open("/proc/self/maps", encoding=sys.getfilesystemencoding(), errors="replace") as maps:
        paths = [line.rstrip("\n").split(maxsplit=5)[5] for line in maps if "/" in line]
    return next((path for path in paths if os.path.basename(path).startswith(name)), "")


def numpy_found() -> str:
    spec = find_spec("numpy")
    return spec.origin if spec and spec.origin else \
        "missing; samples are memoryviews: pip install numpy"


def libraries() -> Iterator[tuple[str, str]]:
    command = os.path.join(os.path.dirname(__file__), "_aha")
    yield "Python", f"{sys.version.split()[0]} in {sys.executable}"
    yield "package", os.path.dirname(__file__)
    yield "libaha", f"{version_text()} in {mapped('libaha.so')}"
    yield "command", command if os.path.exists(command) else "not in this package"
    yield "NumPy", numpy_found()
    yield "libsndfile", mapped("libsndfile")
    for one in components():
        try:
            one.load()
            yield one.name, mapped(one.name)
        except Error:
            folder = ", and set AHA_MODULES to its folder" if "aha" in one.name else ""
            yield one.name, (f"missing; for {one.feature}, install the Debian package"
                             f" {one.package}{folder}")


def sound_cards() -> Iterator[tuple[str, str]]:
    try:
        found = devices()
    except Error as error:
        yield "devices", f"missing: {error}"
        return
    if not found:
        yield "devices", 'missing: no sound card for this user; "null" is there without hardware'
    for one in found:
        is_default = one.is_default_output or one.is_default_input
        yield "device (default)" if is_default else "device", \
            f"{one.id}: {one.max_inputs} in, {one.max_outputs} out, {one.default_sample_rate} Hz"


def limit(kind: int) -> str:
    value = resource.getrlimit(kind)[0]
    return "unlimited" if value == resource.RLIM_INFINITY else str(value)


def real_time() -> str:
    """Whether a thread may have a real-time priority: tries it, and returns to the former one."""
    before = os.sched_getscheduler(0), os.sched_getparam(0)
    try:
        os.sched_setscheduler(0, os.SCHED_FIFO | os.SCHED_RESET_ON_FORK, os.sched_param(1))
    except OSError:
        return 'missing: not allowed; docs/troubleshooting.md, "Rights for real time", says how'
    os.sched_setscheduler(0, *before)
    return "allowed"


def settings(names: tuple[str, ...]) -> str:
    """Variables of the environment. What stands before an "@" may be a password."""
    found = [(name, os.environ.get(name, "")) for name in names]
    return ", ".join(f"{name}={'...@' * ('@' in value)}{value.rpartition('@')[2]}"
                     for name, value in found if value)


def machine() -> Iterator[tuple[str, str]]:
    name, version = platform.libc_ver()
    yield "system", (f"{platform.platform()}, {name} {version}, {os.cpu_count()} processors")
    yield from sound_cards()
    yield "real time", real_time()
    yield "limits", (f"{limit(resource.RLIMIT_MEMLOCK)} bytes of locked memory, "
                     f"{limit(resource.RLIMIT_NOFILE)} open files")
    has_bus = bool(os.environ.get("DBUS_SESSION_BUS_ADDRESS"))
    yield "keyring", "missing: secret-tool; install the package libsecret-tools" \
        if not shutil.which("secret-tool") else "secret-tool and a session bus" if has_bus else \
        "missing: a session bus (DBUS_SESSION_BUS_ADDRESS)"
    yield "proxy", settings(PROXIES) or "none"
    yield "environment", settings(SETTINGS) or "nothing set"


def main() -> None:
    home = os.environ.get("HOME", "")
    for name, found in (*libraries(), *machine()):
        shown = found.replace(home, "~") if len(home) > 1 else found
        print(f"{name:24}{shown}".encode(errors="replace").decode())


if __name__ == "__main__":
    main()
