# Run by unshare in namespaces of its own: builds a root of what the table shows, moves into it, and runs the command
# with no privilege left. It is built on /sys, which is always there and never shown.
set -e
PATH=/usr/sbin:/usr/bin:/sbin:/bin:$PATH
echo 1000 > /proc/self/oom_score_adj || :
table=$1
shift
mount -t tmpfs -o mode=755,size=1m fence /sys
while [ "$1" != -- ]; do
  case $1 in
    file) [ -d "/sys${2%/*}" ] || mkdir -p "/sys${2%/*}"; : > "/sys$2" ;;
    *) ln -s "$1" "/sys$2" ;;
  esac
  shift 2
done
shift
mount -a -T "$table"
cd /sys
pivot_root . .
umount -l .
cd /
mount -o remount,ro /
# not exec: as the first process of its namespace the worker would be deaf to signals of its own
setpriv --no-new-privs --inh-caps=-all --ambient-caps=-all --bounding-set=-all "$@"
exit $?
