import type pg from 'pg'
import { type App, type AppOptions, startApp } from './app.ts'
import type { Target } from './clients.ts'
import { type DatabaseProxy, startProxy } from './database-proxy.ts'
import { Journal } from './journal.ts'
import { createDatabase, urlOf } from './postgres.ts'
import type { FaultContext } from './scenario.ts'
import { sharedPostgres } from './shared-postgres.ts'
import { makeWorld, onDatabase, type World, type WorldSize } from './world.ts'

/** A seeded database, an app on it, and the clients' journal. */
interface ScenarioSetup {
  app: App
  /** A direct connection, without the proxy. */
  connection: pg.ClientConfig
  world: World
  journal: Journal
  target: Target
  /** Between the app and the database; see `withProxy`. */
  proxy: DatabaseProxy | undefined
}

interface SetupOptions {
  /** Seeded before the app starts. */
  world?: WorldSize
  people?: number
  /** Default: the shared server. */
  server?: pg.ClientConfig
  app?: AppOptions
  withProxy?: boolean
}

/** Seeds a database and starts an app on it. */
export async function setUpScenario(
  context: FaultContext,
  options: SetupOptions = {},
): Promise<ScenarioSetup> {
  const name = context.folder.split('/').at(-1)?.replaceAll('-', '_') ?? ''
  const connection = await createDatabase(options.server ?? (await sharedPostgres()), name)
  const world = await onDatabase(connection, (db) => makeWorld(db, options.people ?? 12, options.world))
  const proxy = options.withProxy ? await startProxy(context, connection) : undefined
  const app = await startApp(context, { databaseUrl: proxy?.url ?? urlOf(connection), ...options.app })
  const journal = new Journal()
  const target = { urls: [app.url], world, journal, random: context.random }
  return { app, connection, world, journal, target, proxy }
}
