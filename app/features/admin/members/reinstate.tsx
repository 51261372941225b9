import { SUSPENSION_MESSAGES } from '#domain/accounts/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { reinstate } from './account-actions.server.ts'
import { ACCOUNT_ACTIONS, LEADERBOARD } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: ACCOUNT_ACTIONS.reinstate,
  list: LEADERBOARD,
  failed: SUSPENSION_MESSAGES.reinstateFailed,
})

export const loader = reinstate.loader
export const action = reinstate.action
export { clientAction, meta, shouldRevalidate }
export default Page
