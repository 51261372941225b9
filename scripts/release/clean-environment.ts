import { execFileSync } from 'node:child_process'

interface Account {
  uid?: number
  gid?: number
  remove(): void
}

/** As root: a new unprivileged account until `remove`. Otherwise the current account. */
export function newAccount(): Account {
  if (process.getuid?.() !== 0) return { remove: () => undefined }
  const name = `dojo-check-${process.pid}`
  execFileSync('useradd', ['--system', '--user-group', '--no-create-home', '--shell', '/bin/false', name])
  const [uid, gid] = ['-u', '-g'].map((flag) =>
    Number(execFileSync('id', [flag, name], { encoding: 'utf8' })),
  )
  return {
    ...(uid !== undefined && { uid }),
    ...(gid !== undefined && { gid }),
    remove: () => void execFileSync('userdel', [name]),
  }
}

/** The environment of a machine without this project: PATH, HOME and network settings. */
export function cleanEnvironment(home: string): Record<string, string> {
  const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'))
  const network = [
    ...['NODE_EXTRA_CA_CERTS', 'SSL_CERT_FILE', 'npm_config_registry'],
    ...['HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'http_proxy', 'https_proxy', 'no_proxy'],
  ]
  const kept = network.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { PATH: path.join(':'), HOME: home, LANG: 'C.UTF-8', ...Object.fromEntries(kept) }
}
