import type pg from 'pg'
import { type App, type AppOptions, startApp } from './app.ts'
import type { Target } from './clients.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import { Journal } from './journal.ts'
import { createDatabase, urlOf } from './postgres.ts'
import type { FaultContext } from './scenario.ts'
import { sharedPostgres } from './shared-postgres.ts'
import { makeWorld, onDatabase, type World, type WorldSize } from './world.ts'

/** A database with a world in it, one app on it, and what its clients do. */
interface Stage {
  app: App
  /** The database, not through the proxy. */
  connection: pg.ClientConfig
  world: World
  journal: Journal
  target: Target
  /** Between the app and the database, where it was asked for. */
  proxy: DatabaseProxy | undefined
}

interface StageOptions {
  /** Made before the app starts. */
  world?: WorldSize
  people?: number
  /** A server of the scenario's own instead of the shared one. */
  server?: pg.ClientConfig
  app?: AppOptions
  withProxy?: boolean
}

/** What most scenarios begin with. */
export async function setStage(context: FaultContext, options: StageOptions = {}): Promise<Stage> {
  const name = context.folder.split('/').at(-1)?.replaceAll('-', '_') ?? ''
  const connection = await createDatabase(options.server ?? (await sharedPostgres()), name)
  const world = await onDatabase(connection, (db) => makeWorld(db, options.people ?? 12, options.world))
  const proxy = options.withProxy ? await startProxy(context, connection) : undefined
  const app = await startApp(context, { databaseUrl: proxy?.url ?? urlOf(connection), ...options.app })
  const journal = new Journal()
  const target = { urls: [app.url], world, journal, random: context.random }
  return { app, connection, world, journal, target, proxy }
}
