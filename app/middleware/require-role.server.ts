import { data, type MiddlewareFunction, redirect } from 'react-router'
import { adminCheckContext, neededRoleContext } from '#app/context.ts'
import { adminCheckFailed } from '#domain/members/refusals.ts'
import { hasRole, roleFor } from '#domain/roles/rules.ts'
import { loadSite, type Site } from './site.server.ts'
import { requireMember } from './viewer.server.ts'

/**
 * Middleware of the admin routes: sends visitors to /login and answers members without the role that the route needs
 * with 403, or with an error where the check itself failed (AUTH-30). Moderators begin with the submissions.
 */
export const requireRole: MiddlewareFunction<Response> = ({ request, context, pattern }, next) => {
  const status = context.get(adminCheckContext)
  if (status) throw data<Site>(loadSite(request, context), { status, statusText: adminCheckFailed })
  const member = requireMember(request, context)
  const needed = roleFor(pattern)
  context.set(neededRoleContext, needed)
  if (hasRole(member, needed)) return next()
  if (/^\/?admin$/.test(pattern) && hasRole(member, 'moderator')) throw redirect('/admin/submissions')
  throw data<Site>(loadSite(request, context), { status: 403 })
}
