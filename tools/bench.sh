#!/bin/sh
# Installs what is missing, builds a Release into build/, measures speed and writes the tables of docs/performance.md.
# Usage: tools/bench.sh [PARTS]      PARTS: of kernels,codelets,runs,scaling; default: all
# The results go to out-bench/results.json; parts that are not measured keep their last results.
# BSPIKE_JOBS=N limits the compiler processes; BSPIKE_BUILD_DIR names another build folder.
set -eu

cd "$(dirname "$0")/.."
. tools/shell/common.sh

folder=${BSPIKE_BUILD_DIR:-build}
results=out-bench/results.json
# shellcheck disable=SC2086
install_packages $kPackages
configure "$folder" -DCMAKE_BUILD_TYPE=Release
build "$folder" tests/bspike_perf bspike bspike_perf
mkdir -p out-bench
say "Measuring ${1:-everything}; this takes minutes"
python3 tools/bench/measure.py --build "$folder" --out "$results" ${1:+--parts "$1"} ||
  fail "a measurement failed: its message is above."
python3 tools/bench/write_table.py "$results" docs/performance.md
say "Results: $results; tables: docs/performance.md"
