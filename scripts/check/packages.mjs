import { run } from './run.mjs'

/** Installs a system package with apt-get, as root or by sudo. Returns false if neither is possible. Calls `say` before it starts. */
export async function installPackage(name, say) {
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
  ]
  await run(program, [...rest, 'update'])
  return (await run(program, [...rest, 'install', '-y', '--no-install-recommends', name])).ok
}
