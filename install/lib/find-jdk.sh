# shellcheck shell=bash disable=SC2034  # JDK is for whoever sources this
# Finds a JDK that can build and run JForge. Sourced by install/jforge and install/test; runs on bash 3.2.

JDK_WANTED=25

# suits HOME: a JDK that is new enough, with the compiler and JShell (a bare runtime has neither).
# Its `release` file tells, where starting java would cost 50 ms a candidate.
suits() {
  local home=$1 line version='' modules=''
  [[ -x $home/bin/java && -x $home/bin/javac && -r $home/release ]] || return 1
  while IFS= read -r line || [[ -n $line ]]; do
    case $line in
      JAVA_VERSION=*) version=${line#*=} ;;
      MODULES=*) modules=${line#*=} ;;
    esac
  done <"$home/release"
  version=${version//\"/}
  version=${version%%[!0-9]*}
  [[ -n $version ]] && ((10#$version >= JDK_WANTED)) || return 1
  [[ -z $modules || " ${modules//\"/ } " == *' jdk.jshell '* ]]
}

# real_path FILE: follows every symbolic link (macOS's readlink had no -f for long).
real_path() {
  local path=$1 link
  while [[ -L $path ]]; do
    link=$(readlink "$path")
    [[ $link == /* ]] || link=${path%/*}/$link
    path=$link
  done
  printf '%s/%s\n' "$(cd -P "${path%/*}" && pwd)" "${path##*/}"
}

# usual_jdks: sets JDKS to all that lies where packages, SDKMAN, IDEs, asdf, mise and Homebrew put JDKs.
usual_jdks() {
  local home=${HOME:-/nonexistent}
  JDKS=(
    /usr/lib/jvm/* /usr/java/* /opt/* /opt/java/*
    "$home"/.sdkman/candidates/java/* "$home"/.jdks/*
    "$home"/.asdf/installs/java/* "$home"/.local/share/mise/installs/java/*
    {/Library,"$home"/Library}/Java/JavaVirtualMachines/*/Contents/Home
    {/opt/homebrew,/usr/local}/opt/openjdk*/libexec/openjdk.jdk/Contents/Home
    /home/linuxbrew/.linuxbrew/opt/openjdk*/libexec
  )
}

# jdk_on_path: sets JDK from the first java on PATH that suits; an older one in front of it does not matter.
jdk_on_path() {
  local java home
  while IFS= read -r java; do
    java=$(real_path "$java") || continue
    home=${java%/bin/java}
    if suits "$home"; then JDK=$home; return; fi
  done < <(type -aP java || true)
  return 1
}

# find_jdk: sets JDK, or says in one line what to install and returns 3.
find_jdk() {
  local home
  for home in "${JFORGE_JAVA_HOME:-}" "${JAVA_HOME:-}"; do
    if [[ -n $home ]] && suits "$home"; then
      JDK=$(cd "$home" && pwd)
      return
    fi
  done
  [[ -z ${JFORGE_JAVA_HOME:-} ]] ||
    echo "jforge: JFORGE_JAVA_HOME ($JFORGE_JAVA_HOME) is no JDK $JDK_WANTED or newer: looking elsewhere." >&2
  jdk_on_path && return
  usual_jdks
  for home in "${JDKS[@]}"; do
    if suits "$home"; then JDK=$home; return; fi
  done
  echo "jforge: needs a JDK $JDK_WANTED or newer (a JRE is not enough) and found none: install one, such as Temurin $JDK_WANTED, and set JAVA_HOME to it." >&2
  return 3
}
