# Owns what run.sh, test.sh and bench.sh share: messages, package installation, configuring and building.
# Contract: sourced with the repository as working directory and `set -eu`; every failure ends in one
# sentence that says what to do.

say() { printf '==> %s\n' "$*"; }
fail() { printf 'bspike: %s\n' "$*" >&2; exit 1; }

# The Debian 12 packages that building and the default run need, by name.
kPackages="cmake ninja-build g++ pkg-config git ca-certificates python3
  libsystemc-dev libboost-graph-dev libspdlog-dev libfmt-dev libyaml-cpp-dev libcli11-dev
  nlohmann-json3-dev zlib1g-dev libgtest-dev libgmock-dev libbenchmark-dev dataset-fashion-mnist
  llvm-14-dev libhdf5-dev libsqlite3-dev"

# For the page of `bspike report`, which a build can do without. Node often comes from elsewhere than Debian, and Debian's npm
# would bring a second one: it is added to Debian's own node alone.
page_packages() {
  if ! command -v node >/dev/null && ! command -v nodejs >/dev/null; then
    printf 'nodejs npm'
  elif ! command -v npm >/dev/null; then
    case $(dpkg-query -W -f='${Version}' nodejs 2>/dev/null || true) in *dfsg*) printf npm ;; esac
  fi
}

# For the test of that page, unless some Chromium is there.
browser_packages() {
  command -v chromium >/dev/null || command -v chromium-browser >/dev/null || command -v google-chrome >/dev/null || printf chromium
}

missing_packages() {
  for package in "$@"; do
    status=$(dpkg-query -W -f='${db:Status-Status}' "$package" 2>/dev/null || true)
    [ "$status" = installed ] || printf '%s ' "$package"
  done
}

# Runs a command as root, through sudo for other users.
as_root() {
  if [ "$(id -u)" = 0 ]; then "$@"; else sudo "$@"; fi
}

require_rights() {
  [ "$(id -u)" = 0 ] && return
  command -v sudo >/dev/null ||
    fail "no rights to install packages: become root or install sudo, or let an administrator run: apt-get install $*"
  sudo -v ||
    fail "sudo refused: use an account with sudo rights, or let an administrator run: apt-get install $*"
}

install_packages() {
  command -v dpkg-query >/dev/null && command -v apt-get >/dev/null ||
    fail "this is no Debian system: use Debian 12, or install what tools/shell/common.sh lists and build with cmake by hand."
  missing=$(missing_packages "$@")
  missing=${missing% }
  if [ -z "$missing" ]; then say "All needed packages are installed."; return; fi
  say "Installing packages: $missing"
  # shellcheck disable=SC2086
  require_rights $missing
  as_root apt-get update -qq -o APT::Update::Error-Mode=any ||
    fail "no network: the package archive cannot be reached; check the connection and /etc/apt/sources.list, then run this again."
  for package in $missing; do
    apt-cache show "$package" >/dev/null 2>&1 ||
      fail "package missing: the archive has no $package; use Debian 12 (bookworm) with its main component in /etc/apt/sources.list."
  done
  # shellcheck disable=SC2086
  as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing ||
    fail "apt-get could not install the packages: read its message above, free disk space or repair it with 'apt-get -f install', then run this again."
}

# configure DIR [cmake options...]: once; a configured folder is left as it is.
configure() {
  folder=$1
  shift
  if [ -f "$folder/build.ninja" ]; then say "$folder/ is configured."; return; fi
  say "Configuring $folder/"
  cmake -S . -B "$folder" -G Ninja "$@" ||
    fail "configuring failed: read cmake's message above; delete $folder/ and run this again once it is mended."
}

# build DIR ARTEFACT [targets...]: a compiler killed by lack of memory is the usual cause of a late failure.
build() {
  folder=$1 artefact=$2
  shift 2
  jobs=${BSPIKE_JOBS:-$(nproc)}
  say "Building $folder/ with $jobs jobs"
  cmake --build "$folder" --parallel "$jobs" ${1:+--target "$@"} ||
    fail "building failed: read the first error above; if a compiler was killed, memory ran out: set BSPIKE_JOBS=1 (it then needs 2 GB) and run this again."
  [ -e "$folder/$artefact" ] ||
    fail "the build ended without $folder/$artefact: delete $folder/ and run this again."
}
