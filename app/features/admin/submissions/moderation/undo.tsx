import { MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { TITLES } from '../statuses.ts'
import { undo } from './actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.undo,
  list: SUBMISSIONS,
  failed: MODERATION_MESSAGES.undoFailed,
})

export const loader = undo.loader
export const action = undo.action
export { clientAction, meta, shouldRevalidate }
export default Page
