import { INVITATION_MESSAGES } from '#domain/roles/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { PEOPLE } from '../paths.ts'
import { end } from './invitations.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'End Invitation',
  list: PEOPLE,
  failed: INVITATION_MESSAGES.endFailed,
})

export const loader = end.loader
export const action = end.action
export { clientAction, meta, shouldRevalidate }
export default Page
