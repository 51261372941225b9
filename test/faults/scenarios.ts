import type { Scenario } from './scenario.ts'
import { killApp } from './scenarios/kill-app.ts'
import { killBackend } from './scenarios/kill-backend.ts'
import { killPostgres } from './scenarios/kill-postgres.ts'
import { lostReply } from './scenarios/lost-reply.ts'
import { oneDeadline } from './scenarios/one-deadline.ts'
import { silentConnections } from './scenarios/silent-connections.ts'
import { stoppedApp } from './scenarios/stopped-app.ts'
import { terminatedBetween } from './scenarios/terminated-between.ts'
import { wrongClock } from './scenarios/wrong-clock.ts'

/** Every fault scenario, in the order of the table in docs/reliability.md. */
export const scenarios: readonly Scenario[] = [
  killApp,
  killPostgres,
  killBackend,
  terminatedBetween,
  lostReply,
  silentConnections,
  stoppedApp,
  wrongClock,
  oneDeadline,
]
