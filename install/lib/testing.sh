# shellcheck shell=bash disable=SC2034  # tests read what is set here
# What the launcher's tests share: a scratch repository with a space in its path, fake JDKs and a fake Maven.
# A test file sources this, defines functions test_*, and ends with run_tests.

REPO=$(cd -P "${BASH_SOURCE[0]%/*}/../.." && pwd)
SCRATCH=$(cd -P "$(mktemp -d)" && pwd)
trap 'rm -rf "$SCRATCH"' EXIT
HERE="$SCRATCH/my repo"
BIN="$SCRATCH/bin"
export FAKE_LOG="$SCRATCH/log"

fail() { echo "    $*" >&2; return 1; }
equal() { [[ "$1" == "$2" ]] || fail "expected '$2' but got '$1'"; }
holds() { [[ "$1" == *"$2"* ]] || fail "'$2' is not in '$1'"; }
lines_in() { awk 'END { print NR }' "$1"; }
builds() { if [[ -e $FAKE_LOG/mvn ]]; then lines_in "$FAKE_LOG/mvn"; else echo 0; fi; }

# fake_jdk HOME VERSION [MODULES]: its java writes down how it was called, then does what FAKE_JAVA says.
fake_jdk() {
  mkdir -p "$1/bin"
  printf 'IMPLEMENTOR="Test"\nJAVA_VERSION="%s"\nMODULES="%s"\n' "$2" "${3-java.base jdk.jshell jdk.compiler}" >"$1/release"
  cat >"$1/bin/java" <<'EOF'
#!/bin/bash
for word; do [[ $word != warm-up ]] || exit 2; done
echo "$0" >"$FAKE_LOG/java"
printf '%s\n' "$@" >"$FAKE_LOG/args"
echo "$$ $JFORGE_ROOT|$JFORGE_LAUNCHER" >"$FAKE_LOG/env"
eval "${FAKE_JAVA:-}"
EOF
  printf '#!/bin/sh\nexit 0\n' >"$1/bin/javac"
  chmod +x "$1/bin/java" "$1/bin/javac"
}

# fake_maven MINOR: Maven 3.MINOR; from 3.9 on it applies MAVEN_ARGS itself. FAKE_MAVEN runs before it makes jars.
fake_maven() {
  { printf '#!/bin/bash\nminor=%s\n' "$1"; cat <<'EOF'
((minor < 9)) || set -- ${MAVEN_ARGS:-} "$@"
echo "mvn $* JAVA_HOME=$JAVA_HOME" >>"$FAKE_LOG/mvn"
eval "${FAKE_MAVEN:-}"
mkdir -p jupyter-kernel/target/lib
echo app >jupyter-kernel/target/app.jar
echo lib >jupyter-kernel/target/lib/lib.jar
EOF
  } >"$BIN/mvn"
  chmod +x "$BIN/mvn"
}

# Every test starts from this: a PATH with a few tools, Maven and Java 17 only, a JDK 25 by JFORGE_JAVA_HOME.
set_up() {
  rm -rf "${SCRATCH:?}"/*
  mkdir -p "$BIN" "$FAKE_LOG" "$HERE"/{forge-runtime,jupyter-kernel}/src/main/java
  cp -R "$REPO/install" "$HERE/"
  touch "$HERE/pom.xml" "$HERE"/{forge-runtime,jupyter-kernel}/{pom.xml,src/main/java/A.java}
  local tool
  for tool in bash sh find mkdir mv rm cat touch tail readlink ln rmdir sleep flock kill cksum; do
    ln -s "$(type -P "$tool" || echo /nonexistent)" "$BIN/$tool"
  done
  fake_jdk "$SCRATCH/jdk-17" 17.0.15
  ln -s "$SCRATCH/jdk-17/bin/java" "$BIN/java"
  fake_jdk "$SCRATCH/jdk 25" 25.0.3
  fake_maven 8
  no_usual_jdks
}

# The machine's own JDKs must not be found.
# shellcheck disable=SC2016
no_usual_jdks() { echo 'usual_jdks() { JDKS=("$HOME"/.jdks/*); }' >>"$HERE/install/lib/find-jdk.sh"; }

# jforge ARGS...: the launcher, with nothing of this machine's settings; sets RC, OUT and ERR.
jforge() {
  RC=0
  env -i HOME="$SCRATCH/home" PATH="$BIN" FAKE_LOG="$FAKE_LOG" JFORGE_JAVA_HOME="$SCRATCH/jdk 25" ${WITH[@]+"${WITH[@]}"} \
    "${LAUNCHER:-$HERE/install/jforge}" "$@" >"$SCRATCH/out" 2>"$SCRATCH/err" || RC=$?
  OUT=$(<"$SCRATCH/out")
  ERR=$(<"$SCRATCH/err")
}

# run_tests: each test_* function in a subshell of its own, a line for each, 1 if any failed.
run_tests() {
  local name rc failed=0
  for name in $(declare -F | awk '$3 ~ /^test_/ { print $3 }'); do
    set_up
    rc=0
    set +e
    (set -e; trap - EXIT; "$name")
    rc=$?
    set -e
    name=${name#test_}
    if ((rc == 0)); then echo "ok   ${name//_/ }"; else echo "FAIL ${name//_/ }"; failed=1; fi
  done
  return "$failed"
}
