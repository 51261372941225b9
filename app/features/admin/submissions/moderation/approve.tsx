import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import { approve } from './actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.approve,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.approveFailed,
})

export const loader = approve.loader
export const action = approve.action
export { clientAction, meta, shouldRevalidate }
export default Page
