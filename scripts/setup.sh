#!/usr/bin/env bash
# Installs what Tine is built and tested with, from Debian 12's own archives.
#
# usage: scripts/setup.sh [--all]
#
# --all adds what only .ci/long needs (clang-tidy, clang-format, what
# packages are made and tried with).
# When every package is there it says nothing and is done at once, without
# asking the network. The system's package sources stay as they are. Works as
# root, or through sudo.
set -euo pipefail

# LLVM and MLIR 22 come from Debian 12's security archive, which its default
# sources name. The libraries below them are what find_package(MLIR) asks for.
PACKAGES=(
  clang-22 lld-22 llvm-22-dev llvm-22-tools libmlir-22-dev mlir-22-tools
  liblld-22-dev libomp-22-dev libclang-rt-22-dev libclc-22
  libc6-dev libstdc++-12-dev libgcc-12-dev
  libjpeg62-turbo-dev zlib1g-dev libzstd-dev libxml2-dev libedit-dev libffi-dev
  libgtest-dev cmake ninja-build ccache python3 python3-psutil xz-utils
)
EXTRA_PACKAGES=(clang-tidy-22 clang-format-22 dpkg-dev file python3-venv)

say() { echo "setup: $*" >&2; }
die() { say "error: $*" && exit 1; }

case ${1:-} in
'') ;;
--all) PACKAGES+=("${EXTRA_PACKAGES[@]}") ;;
-h | --help) sed -n '2,/^set/{/^set/d;s/^# \{0,1\}//;p}' "$0" && exit ;;
*) die "unknown option '$1' (there is --all)" ;;
esac

command -v apt-get >/dev/null && command -v dpkg-query >/dev/null ||
  die "this is not Debian: install by hand what stands for ${PACKAGES[*]}"

# Names of the packages that are not installed.
missing() {
  local installed
  # It fails when it has never heard of one of them.
  installed=$(dpkg-query -W -f='${db:Status-Status} ${Package}\n' \
    "${PACKAGES[@]}" 2>/dev/null | sed -n 's/^installed //p') || true
  comm -23 <(printf '%s\n' "${PACKAGES[@]}" | sort -u) \
    <(sort -u <<<"$installed")
}

mapfile -t needed < <(missing)
[ ${#needed[@]} -eq 0 ] && exit 0

as_root=()
if [ "$(id -u)" -ne 0 ]; then
  command -v sudo >/dev/null ||
    die "needs root or sudo to install: ${needed[*]}"
  as_root=(sudo)
fi
apt() {
  "${as_root[@]}" env DEBIAN_FRONTEND=noninteractive apt-get -q \
    -o DPkg::Lock::Timeout=300 -o Acquire::Retries=3 "$@"
}

say "reading the package lists"
apt update >&2 || die "apt-get update failed; see above"
say "installing ${needed[*]}"
apt install -y --no-install-recommends "${needed[@]}" >&2 || {
  . /etc/os-release 2>/dev/null || true
  die "apt-get could not install everything (this is ${PRETTY_NAME:-an unknown system}; LLVM 22 is in the security archive of Debian 12)"
}
mapfile -t needed < <(missing)
[ ${#needed[@]} -eq 0 ] || die "still missing: ${needed[*]}"
say "done"
