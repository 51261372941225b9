import { adminOf } from '#app/middleware/viewer.server.ts'
import { ROLE_MESSAGES } from '#domain/roles/rules.ts'
import { confirmRoute, namesIn } from '../confirmation/confirm-route.tsx'
import { PEOPLE } from '../paths.ts'
import type { Route } from './+types/change.ts'
import { changes } from './change.server.ts'
import { CHANGES } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  ...namesIn(CHANGES, 'role'),
  list: PEOPLE,
  failed: ROLE_MESSAGES.failed,
})

export const loader = changes.loader

/** Who took the own role is led home: the list is closed to them. */
export async function action(args: Route.ActionArgs) {
  const isOwn = args.params.userId === adminOf(args.context).id
  const answer = await changes.action(args)
  if (isOwn && answer instanceof Response) answer.headers.set('Location', '/')
  return answer
}

export { clientAction, meta, shouldRevalidate }
export default Page
