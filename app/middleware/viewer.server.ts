import { type RouterContextProvider, redirect } from 'react-router'
import {
  neededRoleContext,
  type Services,
  servicesContext,
  viewerContext,
  viewerReloadContext,
} from '#app/context.ts'
import type { Scope } from '#domain/challenges/scope.server.ts'
import { findViewer } from '#domain/members/queries.server.ts'
import {
  type Admin,
  type ConfiguredAdmins,
  type Member,
  sessionDays,
  type Viewer,
} from '#domain/members/rules.ts'
import { hasRole } from '#domain/roles/rules.ts'
import { renewSession } from '#domain/sessions/sessions.server.ts'
import { loginPath, safePath } from '#platform/http/return-to.ts'
import { secretPattern, siteCookie } from '#platform/identity/cookies.ts'

const oneDay = 24 * 60 * 60

type SessionServices = Pick<Services, 'db' | 'config'> & Partial<Pick<Services, 'maintenance'>>

export const sessionCookie = siteCookie('session', {
  maxAgeSeconds: sessionDays * oneDay,
  pattern: secretPattern,
})

interface LoadedViewer {
  viewer: Viewer
  unread?: number
  /** The database's time, if it was asked. */
  now?: Date
  setCookie?: string
}

/** Who sends this request, and the cookie to send back when their session was just extended. */
export async function loadViewer(services: SessionServices, request: Request): Promise<LoadedViewer> {
  // Shared caches keep most images, and no session's cookie may get there. Private images read the session themselves.
  if (isImagePath(new URL(request.url).pathname)) return { viewer: null }
  return readSession(services, request)
}

export async function readSession(services: SessionServices, request: Request): Promise<LoadedViewer> {
  const { db, config } = services
  const token = sessionCookie.read(request)
  if (!token) return { viewer: null }

  const admins = { emails: config.adminEmails, userIds: config.adminUserIds }
  const signedIn = await findViewer(db, token, admins)
  if (!signedIn) return { viewer: null }
  const { viewer, unread, now } = signedIn
  if (!signedIn.renewalDue || services.maintenance?.current() || !(await renewSession(db, token)))
    return { viewer, unread, now }
  return { viewer, unread, now, setCookie: sessionCookie.write(token) }
}

/** The current member. Visitors are sent to /login and from there back to `returnTo`, by default the page. */
export function requireMember(
  request: Request,
  context: Readonly<RouterContextProvider>,
  returnTo = pageAddress(request),
): Member {
  const viewer = context.get(viewerContext)
  if (viewer) return viewer
  throw redirect(loginPath(safePath(returnTo)))
}

/** Who sends the request, with the role that its route needs. Only for routes behind requireRole; throws elsewhere. */
export function adminOf(context: Readonly<RouterContextProvider>): Admin {
  const viewer = context.get(viewerContext)
  if (!hasRole(viewer, context.get(neededRoleContext)))
    throw new Error('adminOf was called on a route without requireRole')
  return viewer as Admin
}

export function configuredAdmins(context: Readonly<RouterContextProvider>): ConfiguredAdmins {
  const { adminEmails, adminUserIds } = context.get(servicesContext).config
  return { emails: adminEmails, userIds: adminUserIds }
}

/** The viewer after the body of a form was received: null if the session has ended since the request began. */
export async function reloadViewer(context: Readonly<RouterContextProvider>): Promise<Viewer> {
  const reload = context.get(viewerReloadContext)
  if (reload && context.get(viewerContext)) context.set(viewerContext, await reload())
  return context.get(viewerContext)
}

/** Whether who sends a form still has the role that its route needs after its body was received. */
export async function isStillAdmin(context: Readonly<RouterContextProvider>): Promise<boolean> {
  // The context keeps its viewer: the page that shows the refusal loads its data as requireRole allowed it.
  const reload = context.get(viewerReloadContext)
  return !reload || hasRole(await reload(), context.get(neededRoleContext))
}

function isImagePath(path: string): boolean {
  return path.startsWith('/media/') || /\/share(-story)?\.png$/.test(path)
}

/** The page's own path and query: the router fetches data from addresses that only it uses. */
function pageAddress(request: Request): string {
  const url = new URL(request.url)
  url.searchParams.delete('_routes')
  return url.pathname.replace(/\/_\.data$/, '/').replace(/\.data$/, '') + url.search
}

/** For whom this request reads and decides, under the moderation policy in force. */
export function scopeOf(context: Readonly<RouterContextProvider>): Scope {
  const { config, settings } = context.get(servicesContext)
  const { moderation } = settings.current()
  return { viewer: context.get(viewerContext), moderation, timeZone: config.timeZone }
}
