import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { accounts } from './account-actions.server.ts'
import { ACCOUNT_ACTIONS, LEADERBOARD } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(ACCOUNT_ACTIONS, 'verb'),
  list: LEADERBOARD,
})

export const loader = accounts.loader
export const action = accounts.action
export { clientAction, meta, shouldRevalidate }
export default Page
