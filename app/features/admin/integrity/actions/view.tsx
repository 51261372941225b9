import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { INTEGRITY, TITLES } from '../paths.ts'
import { view } from './desk-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.view,
  list: INTEGRITY,
  failed: INTEGRITY_MESSAGES.viewFailed,
})

export const loader = view.loader
export const action = view.action
export { clientAction, meta, shouldRevalidate }
export default Page
