import { run } from './run.mjs'

/** Installs a package of the system (Debian and its relatives) if this account may. False where it may not. */
export async function installPackage(name, say) {
  const root = process.getuid?.() === 0
  if (!(await run('apt-get', ['--version'])).ok) return false
  if (!root && !(await run('sudo', ['-n', 'true'])).ok) return false
  say(`No ${name} on this machine: installing it from the system’s packages`)
  const [program, ...rest] = [
    ...(root ? [] : ['sudo', '-n']),
    'env',
    'DEBIAN_FRONTEND=noninteractive',
    'apt-get',
    // Without a network, the run goes on soon.
    '-oAcquire::Retries=0',
    '-oAcquire::http::Timeout=10',
  ]
  await run(program, [...rest, 'update'])
  return (await run(program, [...rest, 'install', '-y', '--no-install-recommends', name])).ok
}
