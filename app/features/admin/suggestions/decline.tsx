import { SUGGESTION_MESSAGES } from '#domain/suggestions/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { SUGGESTIONS } from '../paths.ts'
import { decline } from './decline.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Decline Suggestion',
  list: SUGGESTIONS,
  failed: SUGGESTION_MESSAGES.declineFailed,
})

export const loader = decline.loader
export const action = decline.action
export { clientAction, meta, shouldRevalidate }
export default Page
