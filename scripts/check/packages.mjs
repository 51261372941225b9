import { run } from './run.mjs'

/** Steps run in parallel, but apt-get refuses to run twice at once. */
let last = Promise.resolve()

/** Installs a system package with apt-get, as root or by sudo. Returns false if neither is possible. Calls `say` before it starts. */
export function installPackage(name, say) {
  const installed = last.then(() => install(name, say))
  last = installed.catch(() => {})
  return installed
}

async function install(name, say) {
  const root = process.getuid?.() === 0
  if (!(await run('apt-get', ['--version'])).ok) return false
  if (!root && !(await run('sudo', ['-n', 'true'])).ok) return false
  say(`${name} is missing: installing it with apt-get`)
  const [program, ...rest] = [
    ...(root ? [] : ['sudo', '-n']),
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    // Fails early without a network.
    '-oAcquire::Retries=0',
    '-oAcquire::http::Timeout=10',
    // Waits for an apt-get of another program, in seconds.
    '-oDPkg::Lock::Timeout=60',
  ]
  await run(program, [...rest, 'update'])
  return (await run(program, [...rest, 'install', '-y', '--no-install-recommends', name])).ok
}
