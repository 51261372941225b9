import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import { remove } from './actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.remove,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.deleteFailed,
})

export const loader = remove.loader
export const action = remove.action
export { clientAction, meta, shouldRevalidate }
export default Page
