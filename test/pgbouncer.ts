import { spawn } from 'node:child_process'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { dataPath } from '#platform/database/embedded/programs.server.ts'
import { freePort } from '../scripts/free-port.ts'

export interface Pooler {
  connection: pg.ClientConfig
  url: string
  stop(): Promise<void>
}

/** Starts PgBouncer in transaction mode, with fewer server connections than the app opens. */
export async function startPooler(program: string, target: pg.ClientConfig): Promise<Pooler> {
  const port = await freePort()
  const folder = await mkdtemp(join(tmpdir(), 'dojo-pgbouncer-'))
  await chmod(folder, 0o755)
  const file = join(folder, 'pgbouncer.ini')
  const { host, port: serverPort, database, user } = target
  const settings = [
    '[databases]',
    `${database} = host=${dataPath(String(host))} port=${serverPort} dbname=${database} user=${user}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    'pool_mode = transaction',
    'default_pool_size = 4',
    'max_client_conn = 200',
  ]
  await writeFile(file, settings.join('\n'))
  // PgBouncer refuses root.
  const asUser = process.getuid?.() === 0 ? { uid: 65534, gid: 65534 } : {}
  const child = spawn(program, [file], { ...asUser, cwd: String(host), stdio: 'ignore' })
  const ended = new Promise<void>((done) => child.once('close', () => done()))
  const connection = { host: '127.0.0.1', port, user: String(user), database: String(database) }
  await ready(connection)
  return {
    connection,
    url: `postgres://${user}@127.0.0.1:${port}/${database}`,
    async stop() {
      child.kill('SIGKILL')
      await ended
      await rm(folder, { recursive: true, force: true })
    },
  }
}

async function ready(connection: pg.ClientConfig): Promise<void> {
  for (let left = 200; left > 0; left--) {
    const client = new pg.Client(connection)
    const connected = await client.connect().then(
      () => true,
      () => false,
    )
    await client.end().catch(() => undefined)
    if (connected) return
    await sleep(50)
  }
  throw new Error('PgBouncer does not answer')
}
