#!/bin/sh
# Installs what is missing, builds a Release into build/ and runs one training run.
# Usage: tools/run.sh [RUN.yaml] [options of `bspike run`]      default: configs/runs/quickstart.yaml
# BSPIKE_JOBS=N limits the compiler processes; BSPIKE_BUILD_DIR names another build folder.
set -eu

start=$PWD
cd "$(dirname "$0")/.."
. tools/shell/common.sh

folder=${BSPIKE_BUILD_DIR:-build}
# shellcheck disable=SC2086,SC2046
install_packages $kPackages $(page_packages)
configure "$folder" -DCMAKE_BUILD_TYPE=Release
build "$folder" bspike bspike

# The run file comes first; without one, all arguments are options for the default run.
case ${1:-} in
  "" | -*) run=$PWD/configs/runs/quickstart.yaml ;;
  *) run=$1; shift ;;
esac
binary=$(realpath "$folder/bspike")
cd "$start"
say "Running: bspike run $run $*"
exec "$binary" run "$run" "$@"
