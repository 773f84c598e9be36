#!/usr/bin/env bash
# The launcher becomes the Java process: arguments, environment, exit codes and signals pass straight through.
set -euo pipefail
# shellcheck source=install/lib/testing.sh
source "${BASH_SOURCE[0]%/*}/../lib/testing.sh"

test_arguments_and_environment_arrive_whole() {
  jforge run 'my notebook.ipynb' --param 'x=a  b' ''
  equal "$(tail -n 5 "$FAKE_LOG/args")" "$(printf '%s\n' run 'my notebook.ipynb' --param 'x=a  b' '')"
  holds "$(cat "$FAKE_LOG/args")" io.jforge.jupyter.Main
  holds "$(cat "$FAKE_LOG/env")" " $HERE|$HERE/install/jforge"
}

test_through_a_symbolic_link_from_another_folder() {
  mkdir -p "$SCRATCH/else where"
  ln -s "../my repo/install/jforge" "$SCRATCH/else where/forge"
  ln -s "$SCRATCH/else where/forge" "$SCRATCH/link"
  cd "$SCRATCH/else where"
  LAUNCHER="$SCRATCH/link" jforge ops
  equal "$RC" 0
  holds "$(cat "$FAKE_LOG/env")" " $HERE|$HERE/install/jforge"
  LAUNCHER="../my repo/install/jforge" jforge ops
  holds "$(cat "$FAKE_LOG/env")" " $HERE|$HERE/install/jforge"
}

test_the_exit_code_is_javas() {
  WITH=(FAKE_JAVA='echo out; exit 42')
  jforge nonsense
  equal "$RC $OUT" '42 out'
}

test_the_process_is_java_itself_and_gets_the_signals() {
  jforge ops
  # shellcheck disable=SC2016
  env -i HOME="$SCRATCH/home" PATH="$BIN" FAKE_LOG="$FAKE_LOG" JFORGE_JAVA_HOME="$SCRATCH/jdk 25" \
    FAKE_JAVA='trap "exit 7" TERM; echo >"$FAKE_LOG/ready"; for ((i = 0; i < 100; i++)); do sleep 0.02; done' "$HERE/install/jforge" ops &
  local pid=$! rc=0
  until [[ -e $FAKE_LOG/ready ]] || ! kill -0 "$pid"; do sleep 0.02; done
  holds "$(cat "$FAKE_LOG/env")" "$pid "
  kill -TERM "$pid"
  wait "$pid" || rc=$?
  equal "$rc" 7
}

# cache_here: where the start cache of the jars that lie there is looked for.
cache_here() { (ROOT=$HERE; source "$HERE/install/lib/build.sh"; start_cache; echo "$START_CACHE"); }

test_a_start_cache_of_other_jars_is_not_used() {
  jforge ops
  echo cache >"$(cache_here)"
  echo other >"$HERE/jupyter-kernel/target/app.jar"
  jforge ops
  [[ $(cat "$FAKE_LOG/args") != *AOTCache* ]] || fail "a cache that was recorded from other jars is used"
}

test_the_collector_is_ours_unless_the_user_names_one() {
  jforge ops
  holds "$(cat "$FAKE_LOG/args")" -XX:+UseSerialGC
  WITH=(JAVA_TOOL_OPTIONS=-XX:+UseParallelGC)
  jforge ops
  [[ $(cat "$FAKE_LOG/args") != *UseSerialGC* ]] || fail "two collectors at once, with which no JVM starts"
}

test_a_start_cache_is_used_unless_the_user_set_up_class_sharing() {
  jforge ops
  echo cache >"$(cache_here)"
  jforge ops
  holds "$(cat "$FAKE_LOG/args")" "-XX:AOTCache=$HERE/target/start-"
  WITH=(JAVA_TOOL_OPTIONS=-Xshare:off)
  jforge ops
  [[ $(cat "$FAKE_LOG/args") != *AOTCache* ]] || fail "two ways of class sharing at once"
}

# A real JVM takes the flags, records the start cache from `warm-up`, and keeps its own words off standard output,
# also when the cache is spoilt.
test_a_real_JDK_starts_with_and_without_the_start_cache() {
  local classes="$SCRATCH/classes" real cache
  real=$(source "$REPO/install/lib/find-jdk.sh"; find_jdk; echo "$JDK")
  mkdir -p "$classes/io/jforge/jupyter"
  cat >"$SCRATCH/Main.java" <<'EOF'
package io.jforge.jupyter;
public class Main { public static void main(String[] args) { System.out.println(String.join(" ", args)); } }
EOF
  "$real/bin/javac" -d "$classes" "$SCRATCH/Main.java"
  "$real/bin/jar" --create --file "$SCRATCH/main.jar" -C "$classes" .
  # shellcheck disable=SC2016
  WITH=(JFORGE_JAVA_HOME="$real" SCRATCH="$SCRATCH"
    FAKE_MAVEN='mkdir -p jupyter-kernel/target/lib; cp "$SCRATCH/main.jar" jupyter-kernel/target/lib')
  ln -s "$(type -P cp)" "$BIN/cp"
  jforge version
  equal "$RC $OUT" '0 version'
  cache=$(cache_here)
  [[ -s $cache ]] || fail "no start cache was made"
  jforge version
  equal "$RC $OUT $ERR" '0 version '
  echo spoilt >"$cache"
  jforge version
  equal "$RC $OUT $ERR" '0 version '
}

run_tests
