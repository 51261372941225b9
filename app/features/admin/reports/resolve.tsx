import { REPORT_MESSAGES } from '#domain/reports/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { REPORTS } from '../paths.ts'
import { OUTCOMES, type ReportOutcome } from './outcomes.ts'
import { outcomes } from './resolve.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: ({ outcome }) => OUTCOMES[outcome as ReportOutcome] ?? 'Page not found',
  list: REPORTS,
  failed: REPORT_MESSAGES.resolveFailed,
})

export const loader = outcomes.loader
export const action = outcomes.action
export { clientAction, meta, shouldRevalidate }
export default Page
