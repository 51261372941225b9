import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, newAccount } from './clean-environment.ts'
import { commandBlocks } from './command-blocks.ts'

// Runs the commands of docs/operations.md in order, in a fresh copy of the files that git tracks, without this
// machine's settings. `parse-only` blocks are only parsed by sh. A `background` block runs until a `stop` block or
// the end. Uses an unprivileged account if started by root. Needs port 3000.
const root = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'dojo-operations-'))
const folder = join(work, 'creative-dojo')
const { remove, ...account } = newAccount()
const options = { ...account, cwd: folder, env: cleanEnvironment(work) }
let background: ChildProcess | undefined

process.exitCode = await check().finally(() => {
  rmSync(work, { recursive: true, force: true })
  remove()
})

async function check(): Promise<number> {
  copyProject()
  const blocks = commandBlocks(readFileSync(join(root, 'docs/operations.md'), 'utf8'))
  try {
    for (const { line, mark, commands } of blocks) {
      console.log(`\n== line ${line}${mark ? ` (${mark})` : ''}\n${commands}`)
      const problem = await runBlock(mark, commands)
      if (problem) {
        console.error(`docs/operations.md, line ${line}: ${problem}`)
        return 1
      }
    }
  } finally {
    await stop()
  }
  const run = blocks.filter(({ mark }) => mark !== 'parse-only').length
  console.log(
    `\nAll ${blocks.length} blocks of docs/operations.md succeeded: ${run} ran, the others were parsed.`,
  )
  return 0
}

function copyProject(): void {
  chmodSync(work, 0o755)
  const files = execFileSync('git', ['ls-files', '-z'], { cwd: root, encoding: 'utf8' }).split('\0')
  for (const file of files.filter((name) => name && existsSync(join(root, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true })
    cpSync(join(root, file), join(folder, file))
  }
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  chownSync(work, uid, gid)
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

async function runBlock(mark: string | undefined, commands: string): Promise<string | undefined> {
  if (mark === 'parse-only')
    return ended(spawnSync('sh', ['-n', '-c', commands], { ...options, stdio: 'inherit' }))
  if (mark === 'background') return startBackground(commands)
  if (mark === 'stop') await stop()
  return ended(spawnSync('sh', ['-e', '-c', commands], { ...options, stdio: 'inherit' }))
}

function ended({ status }: { status: number | null }): string | undefined {
  return status === 0 ? undefined : `exit code ${status}`
}

async function startBackground(commands: string): Promise<string | undefined> {
  await stop()
  background = spawn('sh', ['-e', '-c', commands], { ...options, stdio: 'inherit', detached: true })
  for (let left = 600; left > 0; left--) {
    const response = await fetch('http://localhost:3000/readyz').catch(() => undefined)
    if (response?.ok) return undefined
    if (background.exitCode !== null) return `exit code ${background.exitCode}`
    await sleep(500)
  }
  return 'the app did not become ready'
}

/** Like Ctrl-C at a terminal, which signals all processes of the command. */
async function stop(): Promise<void> {
  const running = background
  background = undefined
  if (!running?.pid || running.exitCode !== null) return
  const closed = new Promise((resolve) => running.once('close', resolve))
  process.kill(-running.pid, 'SIGINT')
  await closed
}
