#!/bin/sh
# Run by root after the sources in this folder were replaced: installs packages, builds, restarts the unit and waits
# until the app is ready. Works in a copy until all is built, so that a failure leaves the running app as it was.
set -eu
umask 022
folder=$(pwd -P)
next=$folder.next
unit=/etc/systemd/system/creative-dojo.service

stop() { echo "$1" >&2; exit 1; }
[ "$(id -u)" = 0 ] || stop 'Run this as root: sudo npm run dojo -- update'
exec 9<.
flock --nonblock 9 || stop "Another update works in $folder"
grep -qsx "WorkingDirectory=$folder" "$unit" || stop "$unit does not run the app in $folder"

owner=$(stat -c %U .)
rm -rf "$next"
trap 'rm -rf "$next"' EXIT
mkdir "$next"
tar -c --exclude=./.git --exclude=./data --exclude=./node_modules . | tar -xp -C "$next"
if [ -d node_modules ]; then cp -al node_modules "$next"; fi
chown "$owner" "$next"
home=$(getent passwd "$owner" | cut -d: -f6)
(cd "$next" && runuser -u "$owner" -- env HOME="$home" node scripts/bootstrap.mjs --build)

systemctl stop creative-dojo 9<&-
rm -rf node_modules build
mv "$next/node_modules" "$next/build" .
systemctl start creative-dojo 9<&-
cmp -s deploy/creative-dojo.service "$unit" ||
  echo "$unit is not the one of this release: diff deploy/creative-dojo.service $unit"
node_modules/.bin/node scripts/operations/dojo.ts ready ||
  stop 'Updated, but the app is not ready. Its log: journalctl --unit creative-dojo'
echo 'Updated. The log: journalctl --unit creative-dojo'
