#!/bin/sh
# npm run dojo -- <command>. `update` is a shell script, since it also has to work while packages are missing.
set -eu
if [ "${1-}" = update ]; then exec sh scripts/operations/update.sh; fi
if [ ! -x node_modules/.bin/node ] && ! node -e 'process.exit(parseInt(process.versions.node) < 24)' 2>/dev/null; then
  echo 'The packages are not installed: run node scripts/bootstrap.mjs --build first' >&2
  exit 1
fi
exec node scripts/operations/dojo.ts "$@"
