import type { ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import type pg from 'pg'
import { type Database, openDatabase } from '#platform/database/database.server.ts'
import { runningEmbedded } from '#platform/database/embedded.server.ts'
import { startDemoServer } from '../scripts/demo-server.ts'
import { cpuBelow, cpuOf, memoryOf, processesBelow, processesIn } from './processes.ts'

/** The app under measurement, with a connection to its database. */
export interface Site {
  origin: string
  port: number
  dataDir: string
  process: ChildProcess
  connection: pg.ClientConfig
  db: Database
  /** Seconds of CPU time so far. */
  cpu(): { app: number; database: number }
  /** Resident megabytes. */
  memory(): { app: number; database: number }
  stop(): Promise<void>
}

interface SiteOptions {
  dataDir?: string
  /** Of Node, in place of the ones of `npm start`; its messages can then be received. */
  args?: readonly string[]
  env?: Record<string, string>
}

/** Starts the built app with the demo or with a folder's data. Requests choose their address by X-Forwarded-For. */
export async function startSite({ args, env, dataDir }: SiteOptions = {}): Promise<Site> {
  const server = await startDemoServer({
    dataDir,
    args,
    env: { TRUST_PROXY: '1', ...env },
    ipc: Boolean(args),
  })
  const inDatabase = join(server.dataDir, 'postgres')
  const connection = await runningEmbedded(inDatabase)
  if (!connection) throw new Error('The database does not run')
  const db = openDatabase({ connection })
  const pid = server.process.pid ?? 0
  const appProcesses = () => {
    const database = new Set(processesIn(inDatabase))
    return processesBelow(pid).filter((id) => !database.has(id))
  }
  return {
    ...server,
    port: Number(new URL(server.origin).port),
    connection,
    db,
    cpu: () => ({ app: cpuOf(appProcesses()), database: cpuBelow(inDatabase) }),
    memory: () => ({ app: memoryOf(appProcesses()), database: memoryOf(processesIn(inDatabase)) }),
    async stop() {
      await db.close()
      await server.stop()
    },
  }
}
