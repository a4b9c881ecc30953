# Owns the long checks of tools/test.sh --full: sanitizers, other compilers, fuzzing.
# Contract: sourced after common.sh; uses folders build-sanitize, build-thread, build-debug, build-clang, build-fuzz and out-full/.

kFullPackages="clang libclang-rt-14-dev"
kSmallRun=configs/runs/tiny.yaml

# report_of FOLDER: runs the small run with that build and leaves its report without the `simulator` object.
report_of() {
  out=out-full/$(basename "$1")
  rm -rf "$out"
  "$1/bspike" run "$kSmallRun" --quiet --out "$out" >/dev/null ||
    fail "the small run failed with $1/bspike: run '$1/bspike run $kSmallRun' to see why."
  sed '/^  "simulator": {/,/^  }/d' "$out/report.json" >"$out/comparable.json"
  [ -s "$out/comparable.json" ] || fail "$out/report.json is empty: delete out-full/ and run this again."
}

same_report() {
  report_of "$2"
  cmp -s "out-full/$(basename "$1")/comparable.json" "out-full/$(basename "$2")/comparable.json" ||
    fail "reports differ between $1 and $2: compare the comparable.json files below out-full/."
  say "$2 gives the same report as $1."
}

sanitizer_checks() {
  configure build-sanitize -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBSPIKE_SANITIZE=address,undefined -DBSPIKE_BUILD_BENCHMARKS=OFF
  build build-sanitize bspike all
  say "Running the tests under the sanitizers (but for the long training runs)"
  ctest --test-dir build-sanitize --output-on-failure --parallel 2 -E 'Digits|Quickstart|Style' ||
    fail "the sanitizers found something: their reports are above."
}

compiler_checks() {
  report_of "$1"
  same_report "$1" build-sanitize
  configure build-debug -DCMAKE_BUILD_TYPE=Debug -DCMAKE_CXX_FLAGS_DEBUG="-O0 -g" -DBSPIKE_BUILD_TESTS=OFF
  build build-debug bspike bspike
  same_report "$1" build-debug
  configure build-clang -DCMAKE_BUILD_TYPE=Release -DCMAKE_CXX_COMPILER=clang++ -DBSPIKE_BUILD_TESTS=OFF
  build build-clang bspike bspike
  same_report "$1" build-clang
}

# The pool and the executors alone: the sanitizer knows no coroutines, so it can't follow SystemC's.
thread_checks() {
  configure build-thread -DCMAKE_BUILD_TYPE=RelWithDebInfo -DBSPIKE_SANITIZE=thread -DBSPIKE_BUILD_BENCHMARKS=OFF
  build build-thread tests/test_sim test_sim
  say "Running tiles on threads under the thread sanitizer"
  build-thread/tests/test_sim --gtest_brief=1 --gtest_filter='ThreadPool*:ConcurrentTiles*' ||
    fail "the thread sanitizer found something: its report is above."
}

# Both engines on random programs, BSPIKE_RANDOM_PROGRAMS of them, in two processes.
random_program_checks() {
  BSPIKE_RANDOM_PROGRAMS=${BSPIKE_RANDOM_PROGRAMS:-100000}
  export BSPIKE_RANDOM_PROGRAMS
  say "Running $BSPIKE_RANDOM_PROGRAMS random programs with each engine"
  for shard in 0 1; do
    GTEST_TOTAL_SHARDS=2 GTEST_SHARD_INDEX=$shard "$1/tests/test_system" --gtest_brief=1 \
      --gtest_filter='Parts/RandomPrograms*' >"out-full/random_programs_$shard.log" 2>&1 &
    eval "process_$shard=\$!"
  done
  # shellcheck disable=SC2154
  wait "$process_0" && wait "$process_1" ||
    fail "the engines differ on a random program: its seed and text are in out-full/random_programs_*.log."
}

fuzz_checks() {
  seconds=${BSPIKE_FUZZ_SECONDS:-600}
  configure build-fuzz -DCMAKE_BUILD_TYPE=RelWithDebInfo -DCMAKE_CXX_COMPILER=clang++ -DBSPIKE_BUILD_FUZZERS=ON \
    -DBSPIKE_BUILD_BENCHMARKS=OFF -DBSPIKE_SANITIZE=address,undefined,fuzzer-no-link
  for source in tests/fuzz/*_fuzzer.cpp; do
    name=$(basename "$source" .cpp)
    build build-fuzz "tests/$name" "$name"
    corpus=tests/fuzz/corpus/${name%_fuzzer}
    new=out-full/$name
    mkdir -p "$new"
    say "Fuzzing with $name for $seconds seconds"
    # Findings land below out-full/; the committed corpus is read, not written.
    "build-fuzz/tests/$name" -max_total_time="$seconds" -timeout=10 -rss_limit_mb=4096 -print_final_stats=1 \
      -verbosity=0 -artifact_prefix="$new/" "$new" $( [ -d "$corpus" ] && echo "$corpus" ) ||
      fail "$name found an input that breaks: it lies in $new/."
  done
}

# A sweep that is killed fifty times loses only what ran.
kill_checks() {
  say "Killing a sweep at fifty moments"
  BSPIKE_KILLS=50 "$1/tests/test_system" --gtest_filter='SweepRun.Killed*' ||
    fail "a killed sweep lost results: read the test's message above."
}

seed_checks() {
  say "Training digits in f32 and f16 with ten seeds"
  BSPIKE_DIGITS_SEEDS=10 "$1/tests/test_system" --gtest_brief=1 --gtest_filter='DigitsHalf*' ||
    fail "digits do not train in f16 as in f32: the table of seeds is above."
}

full_checks() {
  # shellcheck disable=SC2086
  install_packages $kFullPackages
  mkdir -p out-full
  sanitizer_checks
  thread_checks
  random_program_checks "$1"
  compiler_checks "$1"
  kill_checks "$1"
  seed_checks "$1"
  fuzz_checks
}
