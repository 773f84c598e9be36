#!/usr/bin/env bash
# The launcher finds a JDK that can run JForge, wherever it is, or says what to install.
set -euo pipefail
# shellcheck source=install/lib/testing.sh
source "${BASH_SOURCE[0]%/*}/../lib/testing.sh"

java_used() { cat "$FAKE_LOG/java"; }

test_a_path_with_a_space_and_an_old_java_on_PATH() {
  jforge ops
  equal "$RC" 0
  equal "$(java_used)" "$SCRATCH/jdk 25/bin/java"
}

test_JAVA_HOME_that_is_too_old_is_passed_over_for_the_usual_folders() {
  fake_jdk "$SCRATCH/home/.jdks/openjdk 26" 26-ea
  WITH=(JFORGE_JAVA_HOME='' JAVA_HOME="$SCRATCH/jdk-17")
  jforge ops
  equal "$(java_used)" "$SCRATCH/home/.jdks/openjdk 26/bin/java"
  holds "$(cat "$FAKE_LOG/mvn")" "JAVA_HOME=$SCRATCH/home/.jdks/openjdk 26"
}

test_JAVA_HOME_comes_before_PATH() {
  fake_jdk "$SCRATCH/other" 25
  WITH=(JFORGE_JAVA_HOME='' JAVA_HOME="$SCRATCH/jdk 25" PATH="$BIN:$SCRATCH/other/bin")
  jforge ops
  equal "$(java_used)" "$SCRATCH/jdk 25/bin/java"
}

test_a_later_java_on_PATH_through_symbolic_links() {
  mkdir -p "$SCRATCH/links" "$SCRATCH/alternatives"
  ln -s "$SCRATCH/jdk 25/bin/java" "$SCRATCH/alternatives/java"
  ln -s ../alternatives/java "$SCRATCH/links/java"
  WITH=(JFORGE_JAVA_HOME='' PATH="$BIN:$SCRATCH/links")
  jforge ops
  equal "$(java_used)" "$SCRATCH/jdk 25/bin/java"
}

test_a_wrong_JFORGE_JAVA_HOME_is_named() {
  WITH=(JFORGE_JAVA_HOME="$SCRATCH/gone" JAVA_HOME="$SCRATCH/jdk 25")
  jforge ops
  equal "$RC" 0
  fake_jdk "$SCRATCH/home/.jdks/x" 25
  WITH=(JFORGE_JAVA_HOME="$SCRATCH/gone")
  jforge ops
  equal "$RC" 0
  holds "$ERR" "$SCRATCH/gone"
}

test_none_is_one_line_and_exit_code_3() {
  WITH=(JFORGE_JAVA_HOME='')
  jforge demo
  equal "$RC" 3
  equal "$OUT" ''
  equal "$(lines_in "$SCRATCH/err")" 1
  holds "$ERR" 'JDK 25'
}

test_a_runtime_without_compiler_or_JShell_is_none() {
  fake_jdk "$SCRATCH/home/.jdks/no-javac" 25
  rm "$SCRATCH/home/.jdks/no-javac/bin/javac"
  fake_jdk "$SCRATCH/home/.jdks/no-jshell" 25 'java.base jdk.compiler'
  fake_jdk "$SCRATCH/home/.jdks/old" 1.8.0_402
  WITH=(JFORGE_JAVA_HOME='')
  jforge ops
  equal "$RC" 3
}

run_tests
