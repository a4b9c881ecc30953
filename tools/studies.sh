#!/bin/sh
# Owns docs/studies.md: runs every study of configs/sweeps/ and writes the document of their tables.
# Use: tools/studies.sh [BSPIKE] [FOLDER]; results stay in FOLDER, so that a second call runs only what changed.
set -eu
cd "$(dirname "$0")/.."
bspike=${1:-build/bspike}
folder=${2:-out-studies}
mkdir -p "$folder"
document="$folder/studies.md"
cat >"$document" <<'HEAD'
# Studies

What the sweeps of `configs/sweeps/` show. Made by `tools/studies.sh`, which runs them and writes their tables; not edited by hand. Points that
have no value say why. Cycles are of the default machine constants; docs/sweeps.md tells how to make a study of your own.

HEAD
for study in configs/sweeps/*.yaml; do
  name=$(basename "$study" .yaml)
  "$bspike" sweep "$study" --out "$folder/$name" --quiet
  "$bspike" sweep export "$folder/$name" --markdown >>"$document"
  printf '\n' >>"$document"
done
cp "$document" docs/studies.md
