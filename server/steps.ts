import { join } from 'node:path'
import type { Services } from '#app/context.ts'
import { fillDemo, isInhabited } from '#db/demo/fill.server.ts'
import { refreshDemo } from '#db/demo/refresh.server.ts'
import { demoWorld } from '#db/demo/world/world.ts'
import { fillNameSkeletons } from '#domain/members/unique-names.server.ts'
import { migrate } from '#platform/database/migrate.server.ts'

/** Something done once at every start, after the services are there and before the first page is served. */
export interface Step {
  title: string
  /** A step that takes long looks at `signal` now and then, which says that the start was called off. */
  run(services: Services, signal: AbortSignal): Promise<unknown>
}

/** In order. The demo world belongs to the demo alone: a dojo with a provider of its own starts empty. */
export function startSteps(root: string, { demo }: { demo: boolean }): Step[] {
  const migrating: Step = {
    title: 'Migrating the database',
    run: ({ db }) => migrate(db, join(root, 'db/migrations')),
  }
  const members: Step = { title: 'Checking display names', run: ({ db }) => fillNameSkeletons(db) }
  const steps = [migrating, members]
  return demo ? [...steps, { title: 'Preparing the demo world', run: prepareDemo }] : steps
}

async function prepareDemo(services: Services, signal: AbortSignal): Promise<void> {
  const now = new Date()
  if (await isInhabited(services.db)) await refreshDemo(services, demoWorld, now)
  else await fillDemo({ services, world: demoWorld, now, signal })
}
