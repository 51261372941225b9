import { REPORT_MESSAGES } from '#domain/reports/rules.ts'
import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { REPORTS } from '../paths.ts'
import { OUTCOMES } from './outcomes.ts'
import { outcomes } from './resolve.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(OUTCOMES, 'outcome'),
  list: REPORTS,
  failed: REPORT_MESSAGES.resolveFailed,
})

export const loader = outcomes.loader
export const action = outcomes.action
export { clientAction, meta, shouldRevalidate }
export default Page
