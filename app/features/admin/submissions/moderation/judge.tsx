import { confirmRoute, namesIn } from '../../confirmation/confirm-route.tsx'
import { SUBMISSIONS } from '../../paths.ts'
import { MODERATION } from '../statuses.ts'
import { moderation } from './actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(MODERATION, 'verb'),
  list: SUBMISSIONS,
})

export const loader = moderation.loader
export const action = moderation.action
export { clientAction, meta, shouldRevalidate }
export default Page
