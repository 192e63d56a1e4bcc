#!/bin/sh
# In the place of the AppImage runtime, a program that comes neither from Debian nor from npm: does as that does with
# --appimage-extract-and-run, where there is no FUSE. The file system follows at OFFSET, to which this text is filled up.
APPIMAGE=$(readlink -f "$0")
APPDIR=$(mktemp -d "${TMPDIR:-/tmp}/appimage_extracted_XXXXXX")
trap 'rm -rf "$APPDIR"' EXIT
unsquashfs -quiet -no-progress -force -offset OFFSET -dest "$APPDIR" "$APPIMAGE" >/dev/null || exit 127
export APPIMAGE APPDIR ARGV0="$0" OWD="$PWD"
"$APPDIR/AppRun" "$@"
exit
