import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import { reject } from './actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.reject,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.rejectFailed,
})

export const loader = reject.loader
export const action = reject.action
export { clientAction, meta, shouldRevalidate }
export default Page
