import type { Scenario } from './scenario.ts'
import { killApp } from './scenarios/kill-app.ts'
import { killBackend } from './scenarios/kill-backend.ts'
import { killPostgres } from './scenarios/kill-postgres.ts'

/** Every fault scenario, in the order of the table in docs/reliability.md. */
export const scenarios: readonly Scenario[] = [killApp, killPostgres, killBackend]
