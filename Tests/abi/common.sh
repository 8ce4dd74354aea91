# shellcheck shell=bash
# Sourced by the tests of the installed tree: compiles against it with pkg-config, as a host does.
. "$(dirname "${BASH_SOURCE[0]}")/../../scripts/common.sh"

[ -f "$stage/lib/libaha.so" ] || die "no installed tree yet: scripts/check install"
export PKG_CONFIG_PATH=$stage/lib/pkgconfig LD_LIBRARY_PATH=$stage/lib
clang=$(toolchain_clang)
mkdir -p "$work"

# compile COMPILER SOURCE OUTPUT [FLAG…]: for another processor always with clang.
compile() {
  local with=("$1") source=$2 output=$3 flags
  shift 3
  eval "flags=($(pkg-config --cflags --libs aha))"
  # Uses the compiler's own linker: others warn about the sanitizers' symbols.
  [ "${with[0]%++}" = "$clang" ] && flags+=(-fuse-ld=lld)
  [ -z "$cross" ] || with=("$clang${with[0]//[!+]/}" "${cc[@]:1}")
  "${with[@]}" -O1 -g -Wall -Wextra -Werror -Ibuild/generated/abi "$@" "$source" -o "$output" \
    "${flags[@]}" -lm -pthread
  [ -z "$cross" ] || emulate "$output"
}

# emulate PROGRAM: in its place, a script runs it.
emulate() {
  mv "$1" "$1.elf"
  printf '#!/bin/sh\nexec' >"$1"
  printf ' %q' "${qemu[@]}" "$1.elf" >>"$1"
  printf ' "$@"\n' >>"$1"
  chmod +x "$1"
}

# run_test NAME [ARGUMENT…]: compiles Tests/abi/NAME.c and runs it.
run_test() {
  local name=$1
  shift
  compile gcc "Tests/abi/$name.c" "$work/$name" -std=c17 -D_GNU_SOURCE
  "$work/$name" "$@"
}

# start_oauth_server: Tests/servers/oauth_server.py, at $oauth_url, until the script ends.
start_oauth_server() {
  # shellcheck disable=SC2034 # find_python reads it
  local python_modules="authlib, flask" python said
  python=$(find_python)
  coproc OAUTH { exec "$python" -B Tests/servers/oauth_server.py; }
  read -r -t 30 said <&"${OAUTH[0]}"
  oauth_url=$(sed 's/.*"url": "\([^"]*\)".*/\1/' <<<"$said")
}

# start_dropbox_server: Tests/servers/dropbox_server.py, at $dropbox_url, until the script ends.
# bash has one coprocess: this one's input is a pipe that ends with the script.
start_dropbox_server() {
  local python said
  # shellcheck disable=SC2034 # find_python reads it
  local python_modules="authlib, flask"
  python=$(find_python)
  rm -f "$work/dropbox.out"
  exec {dropbox_in}> >(exec "$python" -B Tests/servers/dropbox_server.py >"$work/dropbox.out")
  for _ in {1..600}; do
    said=$(head -n 1 "$work/dropbox.out" 2>/dev/null || true)
    [ -z "$said" ] || break
    sleep 0.05
  done
  # shellcheck disable=SC2034 # the caller reads it
  dropbox_url=$(sed 's/.*"url": "\([^"]*\)".*/\1/' <<<"$said")
}

# oauth_do COMMAND: sends a line of JSON to the server; its answer must be "ok".
oauth_do() {
  local said
  echo "$1" >&"${OAUTH[1]}"
  read -r -t 30 said <&"${OAUTH[0]}"
  [[ $said == *'"ok": true'* ]] || die "the OAuth server: $1: $said"
}
