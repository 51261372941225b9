import pg from 'pg'
import { setTimeouts } from '#platform/database/database.server.ts'

interface ServerFacts {
  /** As in server_version_num: 150004 for 15.4. */
  version: number
  encoding: string
  pooled: boolean
}

const oldestVersion = 150_000

/** Why the app cannot use a server. */
export function serverProblem({ version, encoding }: Omit<ServerFacts, 'pooled'>): string | undefined {
  if (version < oldestVersion) return `The database must be PostgreSQL 15 or newer, not ${version}`
  if (encoding !== 'UTF8') return `The database has the encoding ${encoding}: create one with encoding UTF8`
  return undefined
}

/** Connects once, with nothing that a pooler refuses. */
export async function inspectServer(connection: pg.ClientConfig): Promise<ServerFacts> {
  return withClient(connection, async (client) => {
    const { rows } = await client.query<{ version: number; encoding: string; pid: number }>(
      `select current_setting('server_version_num')::integer as version, current_setting('server_encoding') as encoding,
        pg_backend_pid() as pid`,
    )
    const { version = 0, encoding = '', pid } = rows[0] ?? {}
    // A pooler replaces the backend's cancellation key.
    return { version, encoding, pooled: pid !== (client as unknown as { processID: number }).processID }
  })
}

/** Makes the timeouts defaults of the app's role, because a pooler's connections have no settings of the app. */
export async function setRoleTimeouts(connection: pg.ClientConfig): Promise<void> {
  await withClient(connection, async (client) => {
    const { rows } = await client.query<{ target: string }>(
      `select format('%I in database %I', current_user, current_database()) as target`,
    )
    // Existing connections of a pooler keep their settings, so this one is set as well.
    await client.query(
      `begin; select pg_advisory_xact_lock(${lockKey});
      ${setTimeouts(`alter role ${rows[0]?.target} set`)}; ${setTimeouts('set session')}; commit`,
    )
  })
}

const lockKey = 7_305_602

async function withClient<T>(
  connection: pg.ClientConfig,
  work: (client: pg.Client) => Promise<T>,
): Promise<T> {
  const client = new pg.Client({
    ...connection,
    connectionTimeoutMillis: 5_000,
    query_timeout: 20_000,
    application_name: 'creative-dojo',
  })
  client.on('error', () => undefined)
  await client.connect()
  try {
    return await work(client)
  } finally {
    await client.end().catch(() => undefined)
  }
}
