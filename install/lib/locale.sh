# shellcheck shell=bash
# Gives Java a locale in which it can name every file. Sourced by install/jforge; runs on bash 3.2.

# utf8_locale: in the C locale Java takes what is not ASCII in arguments, variables and paths for question marks, so
# it could not even open a home folder called /home/zoë. Where there is no C.UTF-8 nothing changes.
utf8_locale() {
  case ${LC_ALL:-${LC_CTYPE:-${LANG:-C}}} in
    C | POSIX) export LC_ALL=C.UTF-8 ;;
  esac
}
