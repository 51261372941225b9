import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { INTEGRITY, TITLES } from '../paths.ts'
import { release } from './desk-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.release,
  list: INTEGRITY,
  failed: INTEGRITY_MESSAGES.releaseFailed,
})

export const loader = release.loader
export const action = release.action
export { clientAction, meta, shouldRevalidate }
export default Page
