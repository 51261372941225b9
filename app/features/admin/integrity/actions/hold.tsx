import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { INTEGRITY, TITLES } from '../paths.ts'
import { hold } from './desk-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.hold,
  list: INTEGRITY,
  failed: INTEGRITY_MESSAGES.holdFailed,
})

export const loader = hold.loader
export const action = hold.action
export { clientAction, meta, shouldRevalidate }
export default Page
