import { DELETION_MESSAGES } from '#domain/challenges/deletion.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { CHALLENGES } from '../paths.ts'
import { deletion } from './delete.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: DELETION_MESSAGES.title,
  list: CHALLENGES,
  failed: DELETION_MESSAGES.failed,
})

export const loader = deletion.loader
export const action = deletion.action
export { clientAction, meta, shouldRevalidate }
export default Page
