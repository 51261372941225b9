import pg from 'pg'
import { type PostgresServer, startPostgres } from './postgres.ts'
import type { FaultContext } from './scenario.ts'

let started: Promise<PostgresServer> | undefined
let context: Pick<FaultContext, 'folder' | 'onEnd'> | undefined

/** Says where the shared server is kept and who stops it. */
export function keepSharedPostgres(of: Pick<FaultContext, 'folder' | 'onEnd'>): void {
  context = of
}

/** The server of scenarios that harm only connections and databases. Started at the first call. */
export async function sharedPostgres(): Promise<pg.ClientConfig> {
  if (!context) throw new Error('keepSharedPostgres was not called')
  started ??= startPostgres(context, context.folder, { max_connections: '300' })
  return (await started).connection
}

/** A database without a schema in the shared server. */
export async function emptyDatabase(name: string): Promise<pg.ClientConfig> {
  const server = await sharedPostgres()
  const client = new pg.Client(server)
  await client.connect()
  await client.query(`create database ${name} template template0`)
  await client.end()
  return { ...server, database: name }
}
