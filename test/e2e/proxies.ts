import { execFile, spawn } from 'node:child_process'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

export type ProxyName = 'nginx' | 'caddy' | 'haproxy'

interface Ports {
  port: number
  app: number
}

/** Starts a proxy with the file in deploy/, without TLS on a port of this machine. Returns a function that stops it. */
export async function startProxy(name: ProxyName, ports: Ports): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-proxy-'))
  // The workers of nginx run as another account.
  await chmod(folder, 0o755)
  const { command, args, env } = await commands[name](folder, ports)
  const child = spawn(command, args, {
    env: { PATH: `${process.env.PATH}:/usr/sbin`, ...env },
    stdio: 'pipe',
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += chunk))
  const ended = new Promise<void>((done) => child.once('close', done))
  child.once('error', (error) => (output += error.message))
  for (let left = 100; !(await answers(ports.port)); left--) {
    if (left === 0 || child.exitCode !== null || child.pid === undefined)
      throw new Error(`${name} did not start (on Debian: apt-get install ${name}):\n${output}`)
    await sleep(100)
  }
  return async () => {
    child.kill('SIGTERM')
    await ended
    await rm(folder, { recursive: true, force: true })
  }
}

/** What nginx says of deploy/nginx.conf, with a certificate made now. */
export async function checkNginxFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'dojo-proxy-'))
  const [key, certificate, path] = ['key.pem', 'certificate.pem', 'nginx.conf'].map((name) =>
    join(folder, name),
  )
  const request = ['req', '-x509', '-newkey', 'rsa:2048', '-nodes', '-subj', '/CN=dojo.example.org']
  await promisify(execFile)('openssl', [...request, '-keyout', `${key}`, '-out', `${certificate}`])
  const shipped = await readFile(resolve('deploy/nginx.conf'), 'utf8')
  const letsencrypt = '/etc/letsencrypt/live/dojo.example.org'
  await writeFile(
    `${path}`,
    shipped
      .replace(`${letsencrypt}/fullchain.pem`, `${certificate}`)
      .replace(`${letsencrypt}/privkey.pem`, `${key}`)
      .replace('/run/nginx.pid', join(folder, 'nginx.pid')),
  )
  const { stderr } = await promisify(execFile)('/usr/sbin/nginx', ['-t', '-c', `${path}`])
  await rm(folder, { recursive: true, force: true })
  return stderr
}

const commands = {
  async nginx(folder: string, { port, app }: Ports) {
    const shipped = await readFile(resolve('deploy/nginx.conf'), 'utf8')
    const [start = '', , site = ''] = shipped.split(/^(?=\tserver \{$)/m)
    const config = `${start}\taccess_log off;\n${temporaryFolders(folder)}${site}`
      .replace('/run/nginx.pid', join(folder, 'nginx.pid'))
      .replace('127.0.0.1:3000', `127.0.0.1:${app}`)
      .replace('listen 443 ssl http2;', `listen 127.0.0.1:${port};`)
      .replace('listen [::]:443 ssl http2;', `listen [::1]:${port};`)
      .replace(/^\t\tssl_.*\n/gm, '')
      // The port of this site is not the standard one.
      .replace('Host $host;', 'Host $http_host;')
    const path = join(folder, 'nginx.conf')
    await writeFile(path, config)
    return { command: 'nginx', args: ['-c', path, '-g', 'daemon off; error_log stderr;'], env: {} }
  },
  async caddy(folder: string, { port, app }: Ports) {
    const shipped = await readFile(resolve('deploy/Caddyfile'), 'utf8')
    const path = join(folder, 'Caddyfile')
    await writeFile(path, shipped.replace('{\n', '{\n\tadmin off\n'))
    const env = {
      HOME: folder,
      SITE_DOMAIN: `http://localhost:${port}`,
      APP_ADDRESS: `127.0.0.1:${app}`,
    }
    return { command: 'caddy', args: ['run', '--config', path, '--adapter', 'caddyfile'], env }
  },
  async haproxy(folder: string, { port, app }: Ports) {
    const shipped = await readFile(resolve('deploy/haproxy.cfg'), 'utf8')
    const path = join(folder, 'haproxy.cfg')
    const config = shipped
      .replace(/^frontend http\n(\t.*\n)+/m, '')
      .replace(/bind :::443 .*/, `bind localhost:${port}`)
      .replace('127.0.0.1:3000', `127.0.0.1:${app}`)
    await writeFile(path, config)
    return { command: 'haproxy', args: ['-f', path], env: {} }
  },
}

function temporaryFolders(folder: string): string {
  const kinds = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
  return kinds.map((kind) => `\t${kind}_temp_path ${join(folder, kind)};\n`).join('')
}

async function answers(port: number): Promise<boolean> {
  const answer = await fetch(`http://localhost:${port}/healthz`).catch(() => undefined)
  return answer?.ok === true
}
