import { COMMENT_MESSAGES } from '#domain/comments/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { REPORTS } from '../paths.ts'
import { hide } from './comment-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Hide Comment',
  list: REPORTS,
  failed: COMMENT_MESSAGES.hideFailed,
})

export const loader = hide.loader
export const action = hide.action
export { clientAction, meta, shouldRevalidate }
export default Page
