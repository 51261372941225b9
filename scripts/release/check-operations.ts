import { type ChildProcess, execFileSync, spawn, spawnSync } from 'node:child_process'
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment, newAccount } from './clean-environment.ts'
import { commandBlocks } from './command-blocks.ts'
import { copyProject } from './copy-project.ts'

// Runs the commands of docs/operations.md in order, in a fresh copy of the files that git tracks, without this
// machine's settings. `parse-only` blocks are only parsed by sh. A `background` block runs until a `stop` block or
// the end. Uses an unprivileged account if started by root. `machine` blocks change the machine: root runs them with
// --machine, which check-bare.ts gives; otherwise they are parsed. Needs port 3000.
const root = join(import.meta.dirname, '../..')
const work = mkdtempSync(join(tmpdir(), 'dojo-operations-'))
const folder = join(work, 'creative-dojo')
const { remove, ...account } = newAccount()
const options = { ...account, cwd: folder, env: cleanEnvironment(work) }
const machine = process.argv.includes('--machine')
let background: ChildProcess | undefined

process.exitCode = await check().finally(() => {
  rmSync(work, { recursive: true, force: true })
  remove()
})

async function check(): Promise<number> {
  copyTo()
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
  const run = blocks.filter(({ mark }) => !isParsed(mark)).length
  console.log(
    `\nAll ${blocks.length} blocks of docs/operations.md succeeded: ${run} ran, the others were parsed.`,
  )
  return 0
}

function copyTo(): void {
  chmodSync(work, 0o755)
  copyProject(folder)
  if (machine) commit()
  const { uid, gid } = account
  if (uid === undefined || gid === undefined) return
  chownSync(work, uid, gid)
  execFileSync('chown', ['-R', `${uid}:${gid}`, folder])
}

/** So that the document can clone the folder. */
function commit(): void {
  const git = (...words: string[]) => execFileSync('git', words, { cwd: folder })
  git('init', '--quiet')
  git('add', '.')
  git('-c', 'user.name=check', '-c', 'user.email=check@dojo.example', 'commit', '--quiet', '--message=Copy')
}

async function runBlock(mark: string | undefined, commands: string): Promise<string | undefined> {
  if (isParsed(mark)) return ended(spawnSync('sh', ['-n', '-c', commands], { ...options, stdio: 'inherit' }))
  if (mark === 'background') return startBackground(commands)
  if (mark === 'stop' || mark === 'machine') await stop()
  const account = mark === 'machine' ? asRoot() : options
  return ended(spawnSync('sh', ['-e', '-c', commands], { ...account, stdio: 'inherit' }))
}

function isParsed(mark: string | undefined): boolean {
  return mark === 'parse-only' || (mark === 'machine' && !machine)
}

/** Like sudo, whose SUDO_UID lets git read the folder of that account. */
function asRoot() {
  return { cwd: folder, env: { ...options.env, HOME: '/root', SUDO_UID: String(account.uid) } }
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
