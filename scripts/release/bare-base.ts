import { type ChildProcess, execFileSync, type SpawnOptions, spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { cleanEnvironment } from './clean-environment.ts'

// A Debian without a compiler, in a folder: what debootstrap's smallest variant has, a Node and npm.

const suite = 'bookworm'
/** The packages of Debian, kept between checks. */
const cache = `/var/cache/creative-dojo/${suite}`
const certificates = '/etc/ssl/certs/ca-certificates.crt'
const minutesToStart = 10
const { PATH = '' } = cleanEnvironment('')

/** Makes the base in an empty folder, with this machine's Node, npm and network settings. Returns the reason if it cannot. */
export function makeBase(folder: string): string | undefined {
  const reason = obstacle() ?? fillCache()
  if (reason) return reason
  execFileSync('cp', ['-a', `${cache}/.`, folder])
  const npm = dirname(dirname(programOf('npm')))
  cpSync(programOf('node'), join(folder, 'usr/bin/node'))
  cpSync(npm, join(folder, 'usr/lib/node_modules/npm'), { recursive: true, verbatimSymlinks: true })
  execFileSync('ln', ['-s', '../lib/node_modules/npm/bin/npm-cli.js', join(folder, 'usr/bin/npm')])
  writeFileSync(join(folder, 'etc/hosts'), '127.0.0.1 localhost\n::1 localhost\n')
  const settings = [
    ['/etc/resolv.conf', 'etc/resolv.conf'],
    [certificates, certificates],
    [npmSetting('globalconfig'), 'usr/etc/npmrc'],
    [npmSetting('userconfig'), 'root/.npmrc'],
  ]
  for (const [from = '', to = ''] of settings) {
    if (existsSync(from)) cpSync(from, join(folder, to), { dereference: true })
  }
  const { status } = spawnSync('unshare', wordsIn(folder, ['true'], { cwd: '/' }))
  return status === 0 ? undefined : 'this machine permits no mounts'
}

interface BaseOptions extends Pick<SpawnOptions, 'stdio'> {
  cwd: string
  env?: Record<string, string>
}

/**
 * The base becomes the root of a mount namespace, so that paths in /proc are those of the base. The shell stays as the
 * first process, since it reaps what others leave.
 */
const enter = `mount --bind "$0" "$0" && cd "$0" && mount -t proc proc proc && mount -t tmpfs tmpfs dev/shm &&
    pivot_root . mnt && umount --lazy /mnt || exit
  folder=$1; shift
  chroot / env --chdir="$folder" "$@"; exit $?`

/** Starts a program within the base. It and all that it started end with the returned process, a group of its own. */
function spawnIn(base: string, words: string[], options: BaseOptions): ChildProcess {
  const { env, stdio = 'inherit' } = options
  const path = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'
  return spawn('unshare', wordsIn(base, words, options), {
    env: { ...cleanEnvironment('/root'), PATH: path, ...env },
    stdio,
    detached: true,
  })
}

function wordsIn(base: string, words: string[], { cwd }: BaseOptions): string[] {
  return ['--mount', '--pid', '--fork', '--kill-child', 'sh', '-c', enter, base, cwd, ...words]
}

/** Runs a program within the base, and throws if it fails. */
export async function runIn(base: string, words: string[], options: BaseOptions): Promise<void> {
  const child = spawnIn(base, words, options)
  const stop = () => endGroup(child, 'SIGKILL')
  process.prependOnceListener('exit', stop)
  const code = await new Promise((resolve) => child.once('close', resolve))
  process.off('exit', stop)
  if (code !== 0) throw new Error(`exit code ${code}: ${words.join(' ')}`)
}

/** Starts a server within the base and waits until `url` answers 200. `stop` sends SIGTERM, and throws unless it ends with 0. */
export async function startIn(base: string, words: string[], url: string, options: BaseOptions) {
  const child = spawnIn(base, words, options)
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
  process.prependOnceListener('exit', () => endGroup(child, 'SIGKILL'))
  const deadline = performance.now() + minutesToStart * 60_000
  while (!(await answers(url))) {
    if (child.exitCode !== null) throw new Error(`exit code ${child.exitCode}: ${words.join(' ')}`)
    if (performance.now() > deadline) throw new Error(`no answer: ${url}`)
    await sleep(250)
  }
  return {
    async stop() {
      endGroup(child, 'SIGTERM')
      const code = await ended
      if (code !== 0) throw new Error(`exit code ${code} after SIGTERM: ${words.join(' ')}`)
    },
  }
}

async function answers(url: string): Promise<boolean> {
  const response = await fetch(url).catch(() => undefined)
  return response?.status === 200
}

function endGroup({ pid, exitCode, signalCode }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid && exitCode === null && signalCode === null) process.kill(-pid, signal)
}

function obstacle(): string | undefined {
  if (process.getuid?.() !== 0) return 'it needs root'
  if (spawnSync('debootstrap', ['--version']).status !== 0) return 'debootstrap is not installed'
  const npm = ['ping', '--fetch-retries=0', '--fetch-timeout=20000']
  if (spawnSync('npm', npm, { env: cleanEnvironment(process.env.HOME ?? '/root') }).status !== 0)
    return 'the npm registry does not answer'
  return undefined
}

function fillCache(): string | undefined {
  if (existsSync(cache)) return undefined
  const mirror = mirrorOfApt()
  if (!mirror) return `apt has no mirror of Debian ${suite}`
  const partial = `${cache}.${process.pid}`
  mkdirSync(partial, { recursive: true })
  try {
    const args = ['--variant=minbase', suite, partial, mirror]
    const { status, stdout } = spawnSync('debootstrap', args, { encoding: 'utf8' })
    if (status !== 0) return `debootstrap failed: ${stdout.trim().split('\n').at(-1)}`
    renameSync(partial, cache)
    return undefined
  } finally {
    rmSync(partial, { recursive: true, force: true })
  }
}

function mirrorOfApt(): string | undefined {
  const args = ['indextargets', '--format', '$(CODENAME) $(REPO_URI)', 'Created-By: Packages']
  const { stdout } = spawnSync('apt-get', args, { encoding: 'utf8' })
  return new RegExp(`^${suite} (\\S+)$`, 'm').exec(stdout ?? '')?.[1]
}

function npmSetting(name: string): string {
  const options = { encoding: 'utf8', cwd: '/', env: cleanEnvironment(process.env.HOME ?? '/root') } as const
  return execFileSync('npm', ['config', 'get', name], options).trim()
}

function programOf(name: string): string {
  return realpathSync(execFileSync('which', [name], { encoding: 'utf8', env: { PATH } }).trim())
}
