import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { freePort } from '../free-port.ts'
import { makeBase, runIn, startIn } from './bare-base.ts'
import { copyProject } from './copy-project.ts'

// `npm start` on a machine that has Node and npm, and nothing else: no compiler, no git, no ps. Then the unit tests, and
// the commands of docs/operations.md, with what these need. Needs port 3000. With --start only the first.

const cwd = '/srv/creative-dojo'
/** There is no systemd in a folder. Root needs no sudo. */
const tools = `apt-get -qq update && apt-get -qq install --no-install-recommends curl git procps >/dev/null 2>&1
printf '#!/bin/sh\\nexec "$@"\\n' > /usr/local/bin/sudo
cp scripts/release/systemctl.sh /usr/local/bin/systemctl
chmod 755 /usr/local/bin/sudo /usr/local/bin/systemctl
git init --quiet && git add .`

for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1))
const base = mkdtempSync('/var/tmp/dojo-bare-')
process.once('exit', () => rmSync(base, { recursive: true, force: true, maxRetries: 5 }))

const reason = makeBase(base)
if (reason) {
  console.log(`skipped: the check on a bare machine, since ${reason}`)
  process.exit(0)
}
copyProject(join(base, cwd))
const port = String(await freePort())
const begun = performance.now()
const app = await startIn(base, ['npm', 'start'], `http://localhost:${port}/`, { cwd, env: { PORT: port } })
console.log(`npm start: the home page came after ${((performance.now() - begun) / 1000).toFixed(0)} s`)
await app.stop()
if (process.argv.includes('--start')) process.exit(0)
await runIn(base, ['sh', '-ec', tools], { cwd })
await runIn(base, ['npm', 'exec', '--', 'vitest', 'run', '--exclude=test/scale/**'], {
  cwd,
  env: { NO_COLOR: '1' },
})
const operations = ['scripts/release/check-operations.ts', '--machine']
await runIn(base, ['node_modules/.bin/node', ...operations], { cwd })
console.log('A bare machine starts the app, passes the unit tests and runs the commands for operators.')
