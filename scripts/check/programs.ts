import { accessSync, constants, existsSync } from 'node:fs'
import { join } from 'node:path'
import { run } from './run.ts'

type Say = (line: string) => void

/** The path of a Chromium: CHROMIUM_PATH, an installed one, or one installed now. Throws an Error with one line if none runs. */
export async function findChromium(say: Say): Promise<string> {
  const named = process.env.CHROMIUM_PATH
  if (named) return named
  // The headless shell needs half of the CPU time.
  const found =
    (await findOrInstall('chromium-headless-shell', say)) ?? (await findOrInstall('chromium', say))
  const path = found ?? (await findInstalled('google-chrome')) ?? (await ownOfPlaywright(say))
  if (path) return path
  throw new Error('No Chromium: install one (on Debian: apt-get install chromium) or set CHROMIUM_PATH')
}

/** The path of a server such as PgBouncer, installed now if it is missing; undefined if it cannot be installed. */
export function findServer(name: string, say: Say): Promise<string | undefined> {
  // With systemd, the package would start the server at every boot.
  return existsSync('/run/systemd/system') ? findInstalled(name) : findOrInstall(name, say)
}

/** The path of a program of this name, whether it works or not. */
export function programNamed(name: string): string | undefined {
  const folders = [...(process.env.PATH ?? '').split(':'), '/usr/bin', '/usr/sbin', '/usr/local/sbin']
  return folders.map((folder) => join(folder, name)).find(isProgram)
}

/** The path of a program, installed now if it is missing; undefined if it cannot be installed. */
export async function findOrInstall(name: string, say: Say): Promise<string | undefined> {
  const found = await findInstalled(name)
  if (found) return found
  return (await install(name, say)) ? findInstalled(name) : undefined
}

/** On some systems `chromium` only names the package to install. nginx knows `-v` only, Caddy `version`. */
async function findInstalled(name: string): Promise<string | undefined> {
  const path = programNamed(name)
  if (!path) return undefined
  for (const ask of ['--version', '-v', 'version']) if ((await run(path, [ask])).ok) return path
  return undefined
}

async function ownOfPlaywright(say: Say): Promise<string | undefined> {
  const { chromium } = await import('@playwright/test')
  const path = chromium.executablePath()
  if (isProgram(path)) return path
  say('Chromium is missing: downloading the one of Playwright')
  return (await run('playwright', ['install', 'chromium'])).ok ? path : undefined
}

/** Steps run in parallel, but apt-get refuses to run twice at once. */
let last: Promise<unknown> = Promise.resolve()

/** Installs a system package with apt-get, as root or by sudo. False if neither is possible. */
function install(name: string, say: Say): Promise<boolean> {
  const installed = last.then(async () => {
    const sudo = process.getuid?.() === 0 ? [] : ['sudo', '-n']
    const [program = '', ...rest] = [...sudo, 'env', 'DEBIAN_FRONTEND=noninteractive', 'apt-get']
    if (!(await run(program, [...rest, '--version'])).ok) return false
    say(`${name} is missing: installing it with apt-get`)
    // Fails early without a network, and waits for an apt-get of another program.
    rest.push('-oAcquire::Retries=0', '-oAcquire::http::Timeout=10', '-oDPkg::Lock::Timeout=60')
    await run(program, [...rest, 'update'])
    return (await run(program, [...rest, 'install', '-y', '--no-install-recommends', name])).ok
  })
  last = installed
  return installed
}

function isProgram(path: string): boolean {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}
