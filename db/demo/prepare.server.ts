import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type FillOptions, fillDemo, isInhabited } from './fill.server.ts'
import { refreshDemo } from './refresh.server.ts'

const retryMs = 250

/**
 * Fills an empty database with the demo world, or opens fresh challenges in one that is filled. One process at a time
 * does this; the others wait for it. The result says whether this process filled it.
 */
export async function prepareDemo(options: FillOptions): Promise<'filled' | 'refreshed'> {
  const { services, signal } = options
  for (;;) {
    signal?.throwIfAborted()
    const result = await services.db.transaction(async (tx) => {
      // This transaction only holds the lock, for as long as images are processed.
      await tx.rows(sql`set local idle_in_transaction_session_timeout = 0`)
      const lock = await tx.row<{ taken: boolean }>(
        sql`select pg_try_advisory_xact_lock(hashtextextended('prepare the demo', 0)) as taken`,
      )
      return lock?.taken ? fillOrRefresh(options) : undefined
    })
    if (result) return result
    await sleep(retryMs, undefined, { signal })
  }
}

async function fillOrRefresh(options: FillOptions): Promise<'filled' | 'refreshed'> {
  const { services, world, now } = options
  if (await isInhabited(services.db)) {
    await refreshDemo(services, world, now)
    return 'refreshed'
  }
  await fillDemo(options)
  return 'filled'
}
