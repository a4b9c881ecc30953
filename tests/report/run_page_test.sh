#!/bin/sh
# Runs the tests of the report page in Chromium: run_page_test.sh BSPIKE DRIVER_FOLDER. Exit code 77: skipped, with the reason.
set -eu

skip() { echo "skipped: $*"; exit 77; }

node=$(command -v node || command -v nodejs) || skip "node is not installed (Debian package nodejs)"
chromium=$(command -v chromium || command -v chromium-browser || command -v google-chrome) ||
  skip "Chromium is not installed (Debian package chromium)"
[ -d "$2/node_modules/puppeteer-core" ] || skip "npm could not fetch the driver: build the target report_test_driver with network"

here=$(cd "$(dirname "$0")" && pwd)
BSPIKE=$1 CHROMIUM=$chromium DRIVER=$2 exec "$node" --test "$here"
