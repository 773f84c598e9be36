# shellcheck shell=bash
# Builds JForge when its sources changed, and knows what a build leaves behind.
# Sourced by install/jforge and install/test with ROOT (the repository) and JDK set; runs on bash 3.2.

APP=$ROOT/jupyter-kernel/target
STAMP=$ROOT/target/build.stamp
LOG=$ROOT/target/build.log
LOCK=$ROOT/target/build.lock

say() { echo "jforge: $*" >&2; }

# built: there are jars to run.
built() {
  local jars=("$APP"/*.jar "$APP"/lib/*.jar)
  [[ -e ${jars[0]} && -e ${jars[${#jars[@]} - 1]} ]]
}

# stale: nothing is built, or a source, resource or pom is newer than the start of the last good build.
# Folders count too: theirs is the time that changes when a file is deleted.
stale() {
  built && [[ -e $STAMP ]] || return 0
  read -r < <(find "$ROOT"/pom.xml "$ROOT"/*/pom.xml "$ROOT"/*/src/main "$ROOT"/install/python "$ROOT"/.mvn -newer "$STAMP" 2>/dev/null)
}

# build_if_stale: returns 0 with jars to run, 3 when what a build needs is missing, 1 when it fails.
build_if_stale() {
  stale || return 0
  local missing=''
  type -P mvn >/dev/null || missing="needs Maven to build itself and found no mvn: install Maven 3.8 or newer."
  mkdir -p "$ROOT/target" "$APP" 2>/dev/null && [[ -w $ROOT/target && -w $APP ]] ||
    missing="cannot write to $ROOT, where it builds itself: make that folder writable, or clone it again elsewhere."
  if [[ -z $missing ]]; then
    locked build
  elif built; then
    say "the sources are newer than the build, which runs as it is, since JForge $missing"
  else
    say "$missing"
    return 3
  fi
}

# locked COMMAND...: runs it in a subshell that holds the build's lock; ending the subshell gives it back.
locked() (
  trap 'exit 130' INT
  trap 'exit 143' TERM
  if type -P flock >/dev/null; then
    exec 9>>"$LOCK"
    flock -n 9 || { say "waiting for another build"; flock 9; }
  else
    take_link_lock "$LOCK.pid"
    # shellcheck disable=SC2064
    trap "rm -f '${LOCK//\'/\'\\\'\'}.pid'" EXIT
  fi
  "$@"
)

# take_link_lock FILE: for machines without flock. A symbolic link is made in one step and carries its owner's
# process id as its target, so a lock whose owner died is seen as such, and no moment exists without an owner.
take_link_lock() {
  local lock=$1 me owner told=''
  me=$(exec sh -c 'echo $PPID')
  until ln -s "$me" "$lock" 2>/dev/null; do
    owner=$(readlink "$lock") || continue
    if ! kill -0 "$owner" 2>/dev/null; then
      drop_dead_lock "$lock" "$owner"
    else
      [[ -n $told ]] || say "waiting for another build (process $owner; if that is none, delete $lock)"
      told=yes
      sleep 0.2
    fi
  done
}

# drop_dead_lock FILE OWNER: only one waiter at a time may look again and delete; otherwise the second would
# delete the lock that the first has just taken.
drop_dead_lock() {
  if mkdir "$1.drop" 2>/dev/null; then
    [[ $(readlink "$1") != "$2" ]] || rm -f "$1"
    rmdir "$1.drop"
  else
    sleep 0.2
  fi
}

# build: one Maven build, quiet unless it fails. Another launcher may have built while this one waited.
build() {
  stale || return 0
  say "building with Maven; about half a minute, some minutes more when libraries must be downloaded"
  set_old_jars_aside
  : >"$STAMP.new"
  if ! maven -q -B -ntp -Dstyle.color=never -Dmaven.test.skip=true package >"$LOG" 2>&1 </dev/null; then
    put_old_jars_back
    tail -n 30 "$LOG" >&2
    say "the build failed; all it said is in $LOG"
    return 1
  fi
  rm -rf "$APP/replaced"
  mv "$STAMP.new" "$STAMP"
  make_start_cache
}

# Running kernels keep reading the jars they opened, so those are moved, never overwritten; it also keeps the
# libraries of an older build off the class path. A build that is killed leaves no jars: the next call builds.
set_old_jars_aside() {
  rm -rf "$APP/replaced" "$ROOT"/target/start-*.aot
  mkdir -p "$APP/replaced"
  built || return 0
  mv "$APP"/*.jar "$APP/lib" "$APP/replaced/"
}

put_old_jars_back() {
  [[ -d $APP/replaced/lib ]] || return 0
  rm -rf "${APP:?}"/*.jar "${APP:?}/lib"
  mv "$APP/replaced"/*.jar "$APP/replaced/lib" "$APP/"
}

# maven ARGS...: the user's MAVEN_ARGS once, whatever the version: 3.9 would read the variable itself, 3.8 does not.
maven() {
  local words=()
  IFS=$' \t\n' read -r -d '' -a words <<<"${MAVEN_ARGS:-}" || true
  (cd "$ROOT" && unset MAVEN_ARGS && JAVA_HOME=$JDK exec mvn ${words[@]+"${words[@]}"} "$@")
}

# start_cache: sets START_CACHE to the cache that belongs to these jars. Its name has the checksum of ours and the
# names, with versions, of the others, so that one that was recorded from other jars is never taken.
start_cache() {
  local ours=("$APP"/*.jar "$APP"/lib/forge-runtime-*.jar) jars=("$APP"/*.jar "$APP"/lib/*.jar) sum
  sum=$({ cat "${ours[@]}" 2>/dev/null; printf '%s\n' "${jars[@]##*/}"; } | cksum 2>/dev/null) || sum=none
  START_CACHE=$ROOT/target/start-${sum%% *}.aot
}

# java_command [FLAG...]: sets JAVA to the command line up to and with the main class. What the JVM itself has to
# say goes to standard error, since standard output belongs to --json. Jars are named one by one and in a fixed
# order, because the start cache holds for one class path only.
java_command() {
  local jars=("$APP"/*.jar "$APP"/lib/*.jar) COLLECTOR
  collector
  local IFS=:
  # Java itself knows TMPDIR on macOS only
  JAVA=("$JDK/bin/java" --enable-native-access=ALL-UNNAMED -Djava.awt.headless=true
    --add-opens=jdk.jshell/jdk.jshell=ALL-UNNAMED
    ${TMPDIR:+"-Djava.io.tmpdir=$TMPDIR"}
    -Dstdout.encoding=UTF-8 -Dstderr.encoding=UTF-8
    -XX:+DisplayVMOutputToStderr -Xlog:disable "-Xlog:all=error,aot*=off,cds*=off:stderr"
    ${COLLECTOR[@]+"${COLLECTOR[@]}"} "$@" -cp "${jars[*]}" io.jforge.jupyter.Main)
}

# collector: sets COLLECTOR to how memory is managed unless the user's own options say it: with one thread and from a
# small heap, a kernel takes half the memory and starts sooner; the heap grows with what cells keep.
collector() {
  COLLECTOR=()
  case ${JAVA_TOOL_OPTIONS:-}${JDK_JAVA_OPTIONS:-}${_JAVA_OPTIONS:-} in
    *-XX:+Use*GC*) ;;
    *) COLLECTOR=(-XX:+UseSerialGC -Xms64m) ;;
  esac
}

# start_command: java_command with the start cache, if there is one. A JVM would not start at all where the
# user's own options set up class sharing too. The cache is recorded without the preview features.
start_command() {
  if [[ -n ${JFORGE_PREVIEW:-} ]]; then java_command --enable-preview; return; fi
  case ${JAVA_TOOL_OPTIONS:-}${JDK_JAVA_OPTIONS:-}${_JAVA_OPTIONS:-} in
    *Xshare* | *SharedArchive* | *AOT*) java_command; return ;;
  esac
  start_cache
  if [[ -r $START_CACHE ]]; then java_command "-XX:AOTCache=$START_CACHE"; else java_command; fi
}

# make_start_cache: records the hidden verb `warm-up`, so that later starts load and link little anew (it halves
# them). Without it all works, only slower: the JVM itself refuses a cache that does not fit its jars or version.
make_start_cache() {
  start_cache
  java_command "-XX:AOTCacheOutput=$START_CACHE.new"
  if JFORGE_NO_BUILD=1 "${JAVA[@]}" warm-up >>"$LOG" 2>&1 </dev/null && [[ -s $START_CACHE.new ]]; then
    mv "$START_CACHE.new" "$START_CACHE"
  else
    rm -f "$START_CACHE.new"*
  fi
}
