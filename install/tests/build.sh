#!/usr/bin/env bash
# The launcher builds when something changed, only then, and one at a time.
set -euo pipefail
# shellcheck source=install/lib/testing.sh
source "${BASH_SOURCE[0]%/*}/../lib/testing.sh"

# A later time than the build's: some file systems count whole seconds.
edit() { echo edited >"$1" && touch -t 203501010000 "$1"; }

test_the_first_call_builds_and_the_second_does_not() {
  jforge ops
  equal "$RC $(builds)" '0 1'
  holds "$ERR" 'building'
  equal "$OUT" ''
  jforge ops
  equal "$RC $(builds)" '0 1'
  equal "$ERR" ''
}

test_a_changed_source_a_changed_pom_and_a_deleted_file_each_build() {
  jforge ops
  edit "$HERE/forge-runtime/src/main/java/A.java"
  jforge ops
  equal "$(builds)" 2
  touch "$HERE/forge-runtime/src/main/java/A.java"
  touch -t 203501010000 "$HERE/jupyter-kernel/pom.xml"
  jforge ops
  equal "$(builds)" 3
  touch "$HERE/jupyter-kernel/pom.xml"
  sleep 0.02
  jforge ops
  local before
  before=$(builds)
  sleep 0.02
  rm "$HERE/jupyter-kernel/src/main/java/A.java"
  jforge ops
  equal "$(builds)" $((before + 1))
}

test_a_kernel_and_JFORGE_NO_BUILD_run_what_is_there() {
  jforge ops
  edit "$HERE/pom.xml"
  jforge kernel connection.json
  equal "$RC $(builds)" '0 1'
  WITH=(JFORGE_NO_BUILD=1)
  jforge ops
  equal "$RC $(builds)" '0 1'
}

test_JFORGE_NO_BUILD_with_nothing_built_says_so() {
  WITH=(JFORGE_NO_BUILD=1)
  jforge ops
  equal "$RC $(builds) $(lines_in "$SCRATCH/err")" '3 0 1'
}

test_no_Maven_is_one_line_and_exit_code_3() {
  rm "$BIN/mvn"
  jforge demo
  equal "$RC" 3
  equal "$(lines_in "$SCRATCH/err")" 1
  holds "$ERR" 'install Maven'
}

test_no_Maven_but_an_older_build_runs_with_a_word_of_warning() {
  jforge ops
  rm "$BIN/mvn"
  edit "$HERE/pom.xml"
  jforge ops
  equal "$RC $(lines_in "$SCRATCH/err")" '0 1'
  holds "$ERR" 'newer than the build'
}

test_MAVEN_ARGS_are_applied_once_by_3_8_and_3_9() {
  local minor
  for minor in 8 9; do
    rm -rf "$HERE/target" "$FAKE_LOG/mvn"
    fake_maven "$minor"
    WITH=(MAVEN_ARGS='--settings /some/settings.xml  -Dcolour=*')
    jforge ops
    equal "$(grep -o -e '--settings /some/settings.xml -Dcolour=\*' "$FAKE_LOG/mvn" | grep -c .)" 1
    equal "$(grep -o -e '--settings' "$FAKE_LOG/mvn" | grep -c .)" 1
  done
}

test_Maven_says_nothing_unless_it_fails_and_then_the_old_jars_stay() {
  WITH=(FAKE_MAVEN='echo noise; echo noise >&2')
  jforge ops
  equal "$OUT" ''
  [[ $ERR != *noise* ]] || fail "noise on standard error"
  edit "$HERE/pom.xml"
  WITH=(FAKE_MAVEN='echo "A.java: broken"; exit 1')
  jforge ops
  equal "$RC" 1
  equal "$OUT" ''
  holds "$ERR" 'A.java: broken'
  holds "$ERR" "$HERE/target/build.log"
  WITH=(JFORGE_NO_BUILD=1)
  jforge ops
  equal "$RC" 0
}

test_libraries_of_an_older_build_leave_the_class_path() {
  jforge ops
  touch "$HERE/jupyter-kernel/target/lib/older-1.0.jar"
  edit "$HERE/pom.xml"
  jforge ops
  holds "$(cat "$FAKE_LOG/args")" "$HERE/jupyter-kernel/target/app.jar:$HERE/jupyter-kernel/target/lib/lib.jar"
  [[ $(cat "$FAKE_LOG/args") != *older* ]] || fail "an old library is on the class path"
}

# Both see nothing built; the second must find the first one's build, not start another.
two_at_once() {
  WITH=(FAKE_MAVEN='sleep 0.3')
  (jforge ops; equal "$RC" 0) &
  (sleep 0.1; env -i HOME="$SCRATCH/home" PATH="$BIN" FAKE_LOG="$FAKE_LOG" \
    JFORGE_JAVA_HOME="$SCRATCH/jdk 25" "$HERE/install/jforge" ops 2>"$SCRATCH/err2")
  wait $!
  equal "$(builds)" 1
  holds "$(cat "$SCRATCH/err2")" 'waiting for another build'
}

test_two_at_once_build_once() { two_at_once; }

test_two_at_once_build_once_without_flock() {
  rm "$BIN/flock"
  two_at_once
  [[ ! -L $HERE/target/build.lock.pid ]] || fail "the lock was left behind"
}

test_the_lock_of_a_process_that_died_does_not_hold_anyone_up() {
  rm "$BIN/flock"
  mkdir -p "$HERE/target"
  true & wait $!
  ln -s $! "$HERE/target/build.lock.pid"
  jforge ops
  equal "$RC $(builds)" '0 1'
}

run_tests
