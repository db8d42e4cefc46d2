#!/usr/bin/env bash
# Builds the static OpenMP runtime (libomp.a) that tinec links into its
# executables, from the distribution's source package, because Debian ships the
# shared library only.
#
# usage: scripts/build-libomp.sh [--sanitize thread] [--jobs N]
#
# Prints the folder that holds lib/libomp.a and LICENSE.TXT on standard output;
# progress goes to standard error. The folder lies in the user's cache, under a
# name that hashes everything that decides its contents, so a second call
# returns at once. The system's apt configuration is read, never changed.
set -euo pipefail

VERSION=19.1.7 # the runtime that libomp-22-dev installs on Debian 12
SOURCE=llvm-toolchain-19
ORIG=llvm-toolchain-19_$VERSION.orig.tar.xz
ORIG_SHA256=ae498f3bc58ae2d9f64ef5f0c035c4240152bf015a5b7738b15c22e93bdc97ce
CONFIGURATION=(
  -DCMAKE_BUILD_TYPE=Release
  -DOPENMP_STANDALONE_BUILD=ON
  -DOPENMP_ENABLE_LIBOMPTARGET=OFF
  -DOPENMP_ENABLE_OMPT_TOOLS=OFF
  -DLIBOMP_ENABLE_SHARED=OFF
  -DLIBOMP_OMPT_SUPPORT=OFF
  -DLIBOMP_OMPD_SUPPORT=OFF
  -DLIBOMP_INSTALL_ALIASES=OFF
  -DCMAKE_POSITION_INDEPENDENT_CODE=ON
)
CC=${CC:-clang-22}
CXX=${CXX:-clang++-22}

sanitize=
jobs=$(nproc)
while [ $# -gt 0 ]; do
  case $1 in
  --sanitize) sanitize=${2:?--sanitize needs a name} && shift 2 ;;
  --jobs) jobs=${2:?--jobs needs a number} && shift 2 ;;
  -h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit ;;
  *) echo "build-libomp: unknown option '$1'" >&2 && exit 2 ;;
  esac
done

say() { echo "build-libomp: $*" >&2; }
die() { say "error: $*" && exit 1; }

flags=-fstack-protector-strong
case $sanitize in
'') ;;
thread) flags+=" -fsanitize=thread -g" ;;
*) die "--sanitize knows 'thread' only" ;;
esac

for program in "$CC" "$CXX" cmake ninja xz tar sha256sum; do
  command -v "$program" >/dev/null || die "$program is not installed"
done

cache=${XDG_CACHE_HOME:-$HOME/.cache}/tine
key=$(printf '%s\n' "$VERSION" "$ORIG_SHA256" "${CONFIGURATION[@]}" "$flags" \
  "$("$CXX" --version | head -n 1)" | sha256sum | cut -c 1-12)
result=$cache/libomp-$VERSION${sanitize:+-$sanitize}-$key
source=$cache/libomp-$VERSION-source-${ORIG_SHA256:0:12}

finish() { echo "$result" && exit 0; }
[ -e "$result/lib/libomp.a" ] && finish

mkdir -p "$cache"
exec 9>"$cache/libomp.lock"
flock 9 # another build may be making the same folder
[ -e "$result/lib/libomp.a" ] && finish

work=$(mktemp -d "$cache/libomp-work.XXXXXX")
trap 'rm -rf "$work"' EXIT

# Writes the system's package sources to $1 with source packages turned on.
private_sources() {
  local file
  mkdir -p "$1"
  for file in /etc/apt/sources.list.d/*.sources; do
    [ -e "$file" ] || continue
    sed 's/^Types:.*/Types: deb-src/' "$file" >"$1/$(basename "$file")"
  done
  for file in /etc/apt/sources.list /etc/apt/sources.list.d/*.list; do
    [ -e "$file" ] || continue
    sed -n 's/^[[:space:]]*deb[[:space:]]/deb-src /p' "$file" \
      >"$1/$(basename "$file" .list).list"
  done
}

fetch_source() {
  local parts=$work/parts apt
  private_sources "$parts"
  mkdir -p "$work"/{lists,cache}/partial "$work/download"
  apt=(apt-get -q -o Dir::Etc::SourceList=/dev/null
    -o Dir::Etc::SourceParts="$parts" -o Dir::State::Lists="$work/lists"
    -o Dir::Cache="$work/cache" -o Dir::Cache::pkgcache=
    -o Dir::Cache::srcpkgcache= -o APT::Sandbox::User=
    -o Acquire::Languages=none -o Acquire::Retries=3)
  say "reading the lists of source packages"
  # A foreign package source without source packages makes this fail although
  # the distribution's own lists were read: the next step is what counts.
  "${apt[@]}" update >"$work/update.log" 2>&1 || true
  say "downloading $ORIG (165 MB)"
  (cd "$work/download" &&
    "${apt[@]}" source --download-only "$SOURCE" >"$work/source.log" 2>&1) || {
    cat "$work/update.log" "$work/source.log" >&2
    die "apt-get source $SOURCE failed; the package sources of this system must have it (Debian 12's do)"
  }
  [ -e "$work/download/$ORIG" ] ||
    die "the source package $SOURCE no longer has $ORIG: it has $(ls "$work/download" | tr '\n' ' ')"
  echo "$ORIG_SHA256  $work/download/$ORIG" | sha256sum --check --status ||
    die "$ORIG does not have the SHA256 $ORIG_SHA256"
  say "unpacking openmp/ and cmake/"
  mkdir -p "$work/source"
  tar -C "$work/source" --no-same-owner --strip-components=1 \
    --wildcards --no-wildcards-match-slash \
    -xJf "$work/download/$ORIG" '*/openmp' '*/cmake'
  rm -rf "$source" "$work/download"
  mv "$work/source" "$source"
}

[ -e "$source/openmp/CMakeLists.txt" ] || fetch_source

say "building libomp.a${sanitize:+ for the $sanitize sanitizer}"
# Its assertions name files, and no executable shall name this machine's folders.
flags+=" -ffile-prefix-map=$source/= -ffile-prefix-map=$work/="
{
  cmake -S "$source/openmp" -B "$work/build" -G Ninja \
    -DCMAKE_C_COMPILER="$CC" -DCMAKE_CXX_COMPILER="$CXX" \
    -DCMAKE_C_FLAGS="$flags" -DCMAKE_CXX_FLAGS="$flags" \
    "${CONFIGURATION[@]}" && ninja -C "$work/build" -j "$jobs" omp
} >"$work/build.log" 2>&1 || {
  tail -n 40 "$work/build.log" >&2
  die "libomp.a could not be built"
}

mkdir -p "$work/install/lib"
cp "$work/build/runtime/src/libomp.a" "$work/install/lib/"
cp "$source/openmp/LICENSE.TXT" "$work/install/"
rm -rf "$result"
mv "$work/install" "$result"
say "made $result/lib/libomp.a"
finish
