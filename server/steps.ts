import { join } from 'node:path'
import type { Services } from '#app/context.ts'
import { migrate } from '#platform/database/migrate.server.ts'

/** Something done once at every start, after the services are there and before the first page is served. */
export interface Step {
  title: string
  /** A step that takes long looks at `signal` now and then, which says that the start was called off. */
  run(services: Services, signal: AbortSignal): Promise<unknown>
}

/** In order. */
export function startSteps(root: string): Step[] {
  return [{ title: 'Migrating the database', run: ({ db }) => migrate(db, join(root, 'db/migrations')) }]
}
