import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import { type FillOptions, fillDemo, hasContent } from './fill.server.ts'
import { refreshDemo } from './refresh.server.ts'

const retryMs = 250

/**
 * Fills an empty database with demo data, or opens new challenges in a filled one. One process at a time does this; the
 * others wait.
 */
export async function prepareDemo(options: FillOptions): Promise<'filled' | 'refreshed'> {
  const { services, signal } = options
  for (;;) {
    signal?.throwIfAborted()
    const result = await services.db.transaction(async (tx) => {
      // This transaction only holds the lock. It is idle while images are processed.
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
  if (await hasContent(services.db)) {
    await refreshDemo(services, world, now)
    return 'refreshed'
  }
  await fillDemo(options)
  return 'filled'
}
