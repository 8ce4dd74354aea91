# shellcheck shell=bash disable=SC2034 # the variables are used by other scripts
# Sourced by every script: strict mode, paths and small functions.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."
root=$PWD

arch=${ARCH:-$(uname -m)}         # of the library and the command: ARCH=aarch64 builds for ARM
arch=${arch/#arm64/aarch64}
arch=${arch/#amd64/x86_64}
cross=                            # what the folders of another processor end with
[ "$arch" = "$(uname -m)" ] || cross=-$arch
sysroot=$root/.build/sysroot$cross  # Debian's headers and libraries for that processor
built=.build/embedded$cross/release # libaha.so and aha-cli
modules=.build/modules$cross        # libaha-ffmpeg.so
module=libaha-ffmpeg.so
ffmpeg=(libavformat libavcodec libavutil libswresample) # for the module
stage=$root/build/stage$cross/usr   # an installed tree that tests and the demo use
work=$root/build/check$cross        # output of the tests
loops=/usr/share/lmms/samples     # real input, from the package lmms-common
version=$(cat VERSION)
abi=${version%%.*}                # what the soname and Debian's package end with
soname=libaha.so.$abi

# Hashes of all sources of the generated files; thunks depend on the declarations of Swift.
generated_from() {
  local LC_ALL=C # the order of names
  sha256sum VERSION exports/aha.abi include/aha.h include/aha/*.h scripts/generate \
    scripts/generator/*.py bindings/cpp/*/*.hpp bindings/python/aha/*.py docs/effects.md \
    docs/man/libaha.3
  find Sources -name '*.swift' ! -name '*Thunks.swift' -print0 | sort -z | xargs -0 cat | sha256sum
}

# Writes the generated files if a source changed. A tarball of `make dist` has them all, so it needs
# no Python here.
generate() {
  local sources=build/generated/sources
  if [ "$(cat $sources 2>/dev/null)" != "$(generated_from 2>/dev/null)" ]; then
    scripts/generate
    generated_from >$sources
  fi
}

die() {
  printf '%s: %s\n' "${0##*/}" "$*" >&2
  exit 1
}

require_build() {
  if [ ! -f "$built/libaha.so" ] || [ ! -f "$built/aha-cli" ]; then
    die "there is no build yet: run make"
  fi
}

# Folder of the compiler beside swift. It contains the sanitizers' runtimes, which Debian packages
# separately.
toolchain_resources() {
  swiftc -print-target-info | sed -n 's/.*"runtimeResourcePath": *"\(.*\)".*/\1/p'
}

toolchain_clang() {
  local bin
  bin=$(cd "$(toolchain_resources)/../../bin" && pwd)
  [ -x "$bin/clang" ] || die "no clang beside swift in $bin"
  printf '%s/clang\n' "$bin"
}

# The compiler of C for that processor, the prefix of its binutils, and what runs its programs here.
cc=("${CC:-cc}")
binutils=
qemu=()
if [ -n "$cross" ]; then
  cc=("$(toolchain_clang)" --target="$arch-linux-gnu" --sysroot="$sysroot" -fuse-ld=lld)
  binutils=$arch-linux-gnu-
  qemu=("qemu-$arch-static" -L "$sysroot")
fi

# The processor, as Debian names it.
debian_arch() {
  case $arch in
    aarch64) echo arm64 ;;
    x86_64) echo amd64 ;;
    *) echo "$arch" ;;
  esac
}

# query WORD...: dpkg-query on the packages for that processor.
query() { dpkg-query ${cross:+--admindir="$sysroot/var/lib/dpkg"} "$@"; }

# Prints the first Python that has the tests' modules, or those in python_modules. A user's own
# python3 often lacks them.
find_python() {
  local candidate
  for candidate in "${PYTHON:-}" python3 /usr/bin/python3; do
    if [ -n "$candidate" ] &&
      "$candidate" -c "import ${python_modules:-numpy, pytest}" 2>/dev/null; then
      command -v "$candidate"
      return
    fi
  done
  die "no python3 has the modules ${python_modules:-numpy, pytest}"
}
