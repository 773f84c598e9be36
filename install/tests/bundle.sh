#!/usr/bin/env bash
# The bundle runs where there is no Java, wherever it is unpacked; without its tools one line says what to install.
set -euo pipefail
# shellcheck source=install/lib/testing.sh
source "${BASH_SOURCE[0]%/*}/../lib/testing.sh"

# unpacked ARGS...: the launcher of the unpacked bundle on a machine with no java and no mvn; sets RC, OUT and ERR.
unpacked() {
  rm -f "$BIN/java" "$BIN/mvn"
  ln -sf "$(type -P uname)" "$BIN/uname"
  WITH=(JFORGE_JAVA_HOME='' _JAVA_OPTIONS="-Xlog:class+load:file=$SCRATCH/classes")
  LAUNCHER="$SCRATCH/un packed/jforge/install/jforge" jforge "$@"
}

test_the_archive_runs_unpacked_and_builds_nothing() {
  local archive="$SCRATCH/some where/j.tar.xz" said natives
  said=$(BUNDLE_XZ=-0 "$REPO/install/bundle" --tests --out "$archive" 2>"$SCRATCH/err") || fail "$(<"$SCRATCH/err")"
  equal "${said% (*}" "$archive"
  mkdir "$SCRATCH/un packed"
  tar -xf "$archive" -C "$SCRATCH/un packed"
  unpacked version
  equal "$RC" 0
  holds "$OUT" 'jforge '
  # The start cache made elsewhere is used here: the main class comes from it.
  holds "$(grep 'io.jforge.jupyter.Main ' "$SCRATCH/classes")" 'shared objects file'
  unpacked ops
  equal "$RC" 0
  holds "$OUT" softmax
  [[ $ERR != *building* && ! -e "$SCRATCH/un packed/jforge/target/build.log" ]] || fail "a bundle was built"
  unpacked doctor
  holds "$OUT" "$SCRATCH/un packed/jforge/runtime"
  natives=$(grep -aoE 'org/sqlite/native/[^/]+/[^/]+/lib[a-z]+\.so' "$SCRATCH/un packed"/jforge/jupyter-kernel/target/lib/sqlite-jdbc-*.jar | sort -u)
  equal "$natives" org/sqlite/native/Linux/x86_64/libsqlitejdbc.so
  its_tests_run
}

# its_tests_run: in the archive that is unpacked; of the sample one passes, one fails, one breaks, one is skipped.
its_tests_run() {
  unpacked_tests -Dtest=GpuCatchTest
  holds "$OUT" 'Tests run: '
  holds "$OUT" 'Failures: 0, Errors: 0'
  unpacked_tests --tag sample '-Dtest=RunTaggedTest$Mixed'
  equal "$RC" 1
  holds "$OUT" 'Tests run: 4, Failures: 1, Errors: 1, Skipped: 1, '
  unpacked_tests --nonsense
  equal "$RC $OUT $(lines_in "$SCRATCH/err")" '2  1'
}

unpacked_tests() { LAUNCHER="$SCRATCH/un packed/jforge/install/gpu-test" jforge "$@"; }

test_on_another_platform_one_line_says_so() {
  touch "$HERE/bundled"
  printf '#!/bin/sh\necho Linux aarch64\n' >"$BIN/uname"
  chmod +x "$BIN/uname"
  jforge ops
  equal "$RC $OUT $(lines_in "$SCRATCH/err") $(builds)" '3  1 0'
  holds "$ERR" aarch64
}

# bundle ARGS...: in the scratch repository, whose JDK has no jlink.
bundle() { LAUNCHER="$HERE/install/bundle" jforge "$@"; }

test_the_tests_are_for_an_archive() {
  LAUNCHER="$HERE/install/gpu-test" jforge
  equal "$RC $OUT $(lines_in "$SCRATCH/err")" '3  1'
  holds "$ERR" 'install/bundle --tests'
}

test_help_and_wrong_usage() {
  bundle --help
  equal "$RC $ERR" '0 '
  holds "$OUT" '--out FILE'
  bundle --nonsense
  equal "$RC $OUT $(lines_in "$SCRATCH/err")" '2  1'
}

test_without_xz_or_jlink_one_line_says_what_to_install() {
  ln -s "$(type -P uname)" "$BIN/uname"
  ln -s "$(type -P tar)" "$BIN/tar"
  bundle
  equal "$RC $OUT $(lines_in "$SCRATCH/err")" '3  1'
  holds "$ERR" 'xz-utils'
  ln -s "$(type -P xz)" "$BIN/xz"
  bundle
  equal "$RC $OUT $(lines_in "$SCRATCH/err")" '3  1'
  holds "$ERR" 'jlink'
}

run_tests
