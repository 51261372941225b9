/** What a program on a machine without this project has in its environment: PATH, a home, and the way to the network. */
export function cleanEnvironment(home: string): Record<string, string> {
  // npm adds the packages of this folder to PATH.
  const path = (process.env.PATH ?? '').split(':').filter((part) => !part.includes('node_modules'))
  const network = ['NODE_EXTRA_CA_CERTS', 'HTTP_PROXY', 'HTTPS_PROXY', 'NO_PROXY', 'npm_config_registry']
  const kept = network.flatMap((name) => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { PATH: path.join(':'), HOME: home, LANG: 'C.UTF-8', ...Object.fromEntries(kept) }
}
