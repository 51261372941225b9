#!/bin/sh
# A backup with a check, and the removal of those older than BACKUP_DAYS. As root, for /etc/cron.daily/creative-dojo:
#   exec sh /opt/creative-dojo/deploy/backup.sh
# cron mails what it prints. Copy the folder to another machine after it.
set -eu
cd "${APP_DIR:-/opt/creative-dojo}"
folder=${BACKUP_DIR:-/var/lib/creative-dojo/backups}
file=$folder/dojo-$(date -u +%Y%m%dT%H%M%SZ).tar.zst
if [ "$(id -u)" = 0 ] && id creative-dojo >/dev/null 2>&1; then
  install --directory --mode=700 --owner=creative-dojo --group=creative-dojo "$folder"
else
  mkdir -p "$folder"
fi
lacks_files=0
dojo() {
  code=0
  npm run --silent dojo -- "$@" >/dev/null || code=$?
  case $code in
    0) ;;
    3) lacks_files=3 ;;
    *) exit "$code" ;;
  esac
}
dojo backup "$file"
dojo backup --verify "$file"
# Only after a backup that is intact.
find "$folder" -name 'dojo-*.tar.zst*' -mtime "+${BACKUP_DAYS:-14}" -delete
[ "$lacks_files" = 0 ] || echo "Images have no file, the rest is in the backup: 'npm run dojo -- check-invariants' lists them."
exit "$lacks_files"
