import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { INTEGRITY, TITLES } from '../paths.ts'
import { restore } from './desk-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.restore,
  list: INTEGRITY,
  failed: INTEGRITY_MESSAGES.restoreFailed,
})

export const loader = restore.loader
export const action = restore.action
export { clientAction, meta, shouldRevalidate }
export default Page
