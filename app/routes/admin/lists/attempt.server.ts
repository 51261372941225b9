import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { statusOf } from '#app/refusal.server.ts'
import { isOutage } from '#platform/database/outage.ts'
import { type Outcome, refused } from '#platform/outcome.ts'

/** What came of an administrator's deed, with its status: a fault of ours is noted, and said as `failed` where the form stands. */
export async function attempt<Value>(
  context: Readonly<RouterContextProvider>,
  failed: string,
  run: () => Promise<Outcome<Value>>,
) {
  try {
    const outcome = await run()
    return outcome.ok ? outcome : { ...outcome, status: statusOf(outcome.code) }
  } catch (error) {
    if (isOutage(error)) return { ...refused('busy', failed), status: 503 }
    context.get(servicesContext).log.error({ err: error }, failed)
    return { ...refused('busy', failed), status: 500 }
  }
}
