#!/bin/sh
# npm run dojo -- <command>. `update` is a shell script, since it also has to work while packages are missing.
set -eu
if [ "${1-}" = update ]; then exec sh scripts/operations/update.sh; fi
exec node scripts/operations/dojo.ts "$@"
