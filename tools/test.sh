#!/bin/sh
# Installs what is missing, builds a Release into build/ and runs the whole test suite.
# Usage: tools/test.sh [--full]
# --full adds: address, undefined-behaviour and thread sanitizers, 100,000 random programs with each
# engine (BSPIKE_RANDOM_PROGRAMS), digits in f32 and f16 with ten seeds, the same reports from g++ -O0 and clang, and fuzzing (BSPIKE_FUZZ_SECONDS for each fuzzer, 600 by default).
# BSPIKE_JOBS=N limits the compiler processes; BSPIKE_BUILD_DIR names another build folder.
set -eu

cd "$(dirname "$0")/.."
. tools/shell/common.sh

full=no
case ${1:-} in
  "") ;;
  --full) full=yes ;;
  *) fail "unknown option '$1': use tools/test.sh or tools/test.sh --full." ;;
esac

folder=${BSPIKE_BUILD_DIR:-build}
# shellcheck disable=SC2086,SC2046
install_packages $kPackages $(page_packages) $(browser_packages)
configure "$folder" -DCMAKE_BUILD_TYPE=Release
build "$folder" bspike all

[ "$full" = no ] || . tools/shell/full_checks.sh
[ "$full" = no ] || full_checks "$folder"

say "Running the tests in $folder/"
ctest --test-dir "$folder" --output-on-failure --parallel 2 ||
  fail "some tests failed: their output is above; run one alone with 'ctest --test-dir $folder -R NAME --output-on-failure'."
