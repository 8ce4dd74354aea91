# shellcheck shell=bash disable=SC2034 # what is set here is used there
# Sourced by every script: strict mode, where things are, and a few small words.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

built=.build/embedded/release     # libaha.so and aha-cli, as SwiftPM leaves them
stage=$root/build/stage/usr       # an installed tree that tests and the demo use
work=$root/build/check            # what the tests write
loops=/usr/share/lmms/samples     # real input, from the package lmms-common
version=$(cat VERSION)

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

# The compiler beside swift: it has the sanitizers' runtimes that Debian packages apart.
toolchain_resources() {
  swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p'
}

toolchain_clang() {
  local bin
  bin=$(cd "$(toolchain_resources)/../../bin" && pwd)
  [ -x "$bin/clang" ] || die "no clang beside swift in $bin"
  printf '%s/clang\n' "$bin"
}

# The first Python that has what the tests need, or the modules in python_modules: a python3 of
# one's own often has not.
find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$candidate" ] &&
      "$candidate" -c "import ${python_modules:-numpy, pytest}" 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  die "no python3 that has ${python_modules:-numpy, pytest}"
}
