import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { INTEGRITY, TITLES } from '../paths.ts'
import { recount } from './desk-actions.server.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: TITLES.recount,
  list: INTEGRITY,
  failed: INTEGRITY_MESSAGES.recountFailed,
})

export const loader = recount.loader
export const action = recount.action
export { clientAction, meta, shouldRevalidate }
export default Page
