#!/bin/sh
# Stands in for systemctl where systemd does not run, in check-bare.ts: starts and stops the unit with its account,
# settings, umask and ProtectSystem=strict.
set -eu
file=/etc/systemd/system/creative-dojo.service
pid=/run/creative-dojo.pid
log=/var/log/creative-dojo.log

option() { sed -n "s/^$1=//p" "$file"; }

start() {
  user=$(option User) group=$(option Group) state=/var/lib/$(option StateDirectory)
  install -d -o "$user" -g "$group" -m "$(option StateDirectoryMode)" "$state"
  set -- "PATH=$PATH" "HOME=$state"
  while IFS= read -r line; do
    case $line in [A-Z]*=*) set -- "$@" "$line" ;; esac
  done <<EOF
$(option Environment)
$(cat "$(option EnvironmentFile)")
EOF
  umask "$(option UMask)"
  cd "$(option WorkingDirectory)"
  # shellcheck disable=SC2016,SC2046
  STATE=$state unshare --mount sh -c 'mount --bind "$STATE" "$STATE" && mount -t tmpfs -o mode=1777 tmpfs /tmp &&
    mount -o remount,bind,ro / && cd . && exec "$@"' - \
    setpriv --reuid "$user" --regid "$group" --init-groups --no-new-privs --bounding-set=-all \
    env -i "$@" $(option ExecStart) >>"$log" 2>&1 &
  echo $! >"$pid"
}

stop() {
  [ -f "$pid" ] || return 0
  kill "$(cat "$pid")"
  while kill -0 "$(cat "$pid")" 2>/dev/null; do sleep 0.2; done
  rm "$pid"
}

case $1 in
  daemon-reload | enable) ;;
  start | stop) "$1" ;;
  restart) stop && start ;;
  *) echo "systemctl $1 is not simulated" >&2 && exit 1 ;;
esac
