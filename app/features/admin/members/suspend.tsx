import { SUSPENSION_MESSAGES } from '#domain/accounts/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { suspend } from './account-actions.server.ts'
import { ACCOUNT_ACTIONS, LEADERBOARD } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: ACCOUNT_ACTIONS.suspend,
  list: LEADERBOARD,
  failed: SUSPENSION_MESSAGES.suspendFailed,
})

export const loader = suspend.loader
export const action = suspend.action
export { clientAction, meta, shouldRevalidate }
export default Page
