import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { REPORTS } from '../paths.ts'
import { comments } from './comment-actions.server.ts'
import { COMMENT_ACTIONS } from './comment-actions.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(COMMENT_ACTIONS, 'verb'),
  list: REPORTS,
})

export const loader = comments.loader
export const action = comments.action
export { clientAction, meta, shouldRevalidate }
export default Page
