#!/bin/sh
# Installs what is missing, builds a Release into build/ and runs the speed measurements of tests/perf.
# Usage: tools/bench.sh [options of Google Benchmark, e.g. --benchmark_filter=Superstep]
set -eu

cd "$(dirname "$0")/.."
. tools/shell/common.sh

folder=${BSPIKE_BUILD_DIR:-build}
# shellcheck disable=SC2086
install_packages $kPackages
configure "$folder" -DCMAKE_BUILD_TYPE=Release
build "$folder" tests/bspike_perf bspike_perf
exec "$folder/tests/bspike_perf" "$@"
