import { COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { REPORTS } from '../paths.ts'
import { restore } from './comment-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Restore Comment',
  list: REPORTS,
  failed: COMMENT_MESSAGES.restoreFailed,
})

export const loader = restore.loader
export const action = restore.action
export { clientAction, meta, shouldRevalidate }
export default Page
