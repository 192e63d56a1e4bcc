#!/bin/sh
# Runs a command in another system's folder: enter-root.sh FOLDER USER COMMAND…, in mount and process namespaces of its own (unshare).
# By pivot_root, not chroot: the kernel gives no user namespace to a process in a chroot, and Chromium's sandbox is made of one.
set -eu
root=$1
user=$2
shift 2
mount --bind "$root" "$root"
mount -t proc proc "$root/proc"
mount --rbind /dev "$root/dev"
mkdir -p "$root/tmp/.X11-unix"
if [ -d /tmp/.X11-unix ]; then mount --bind /tmp/.X11-unix "$root/tmp/.X11-unix"; fi
cd "$root"
pivot_root . mnt
cd /
umount --lazy /mnt
home=/root
as=
if [ "$user" != root ]; then
  home=/home/$user
  as="setpriv --reuid $user --regid $user --init-groups"
fi
# Nothing of the caller's environment but where a window may be shown. Not in the place of this shell: it is the first process of
# its namespace, and Chromium can't be that.
code=0
env --ignore-environment PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME="$home" USER="$user" LANG=C.UTF-8 \
  DEBIAN_FRONTEND=noninteractive DISPLAY="${DISPLAY:-}" TRIPKIT_DEBUGGING="${TRIPKIT_DEBUGGING:-}" $as "$@" || code=$?
exit "$code"
