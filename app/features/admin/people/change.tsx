import { adminOf } from '#app/middleware/viewer.server.ts'
import { ROLE_MESSAGES } from '#domain/roles/rules.ts'
import { confirmRoute } from '../confirmation/confirm-route.tsx'
import { PEOPLE } from '../paths.ts'
import type { Route } from './+types/change.ts'
import { change } from './change.server.ts'
import { CHANGES, isChange } from './paths.ts'

const { clientAction, meta, shouldRevalidate, Page } = confirmRoute({
  title: ({ role }) => (isChange(role) ? CHANGES[role] : 'Page not found'),
  list: PEOPLE,
  failed: ROLE_MESSAGES.failed,
})

export const loader = change.loader

/** Who took the own role is led home: the list is closed to them. */
export async function action(args: Route.ActionArgs) {
  const isOwn = args.params.userId.toLowerCase() === adminOf(args.context).id
  const answer = await change.action(args)
  if (isOwn && answer instanceof Response) answer.headers.set('Location', '/')
  return answer
}

export { clientAction, meta, shouldRevalidate }
export default Page
