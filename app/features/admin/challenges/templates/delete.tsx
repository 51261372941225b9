import { TEMPLATE_MESSAGES } from '#domain/templates/rules.ts'
import { confirmRoute } from '../../confirmation/confirm-route.tsx'
import { deletion } from './delete.server.ts'
import { TEMPLATES } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: 'Delete Template',
  list: TEMPLATES,
  failed: TEMPLATE_MESSAGES.deleteFailed,
})

export const loader = deletion.loader
export const action = deletion.action
export { clientAction, meta, shouldRevalidate }
export default Page
