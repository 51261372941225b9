import { RouterContextProvider } from 'react-router'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import {
  neededRoleContext,
  renewedSessionContext,
  servicesContext,
  viewerContext,
  viewerReloadContext,
} from '#app/context.ts'
import { createLoadContext } from '#app/entry.server.tsx'
import { runAdminAction } from '#app/features/admin/confirmation/run-admin-action.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import { startSession } from '#domain/sessions/sessions.server.ts'
import { readConfig } from '#platform/config/config.server.ts'
import { done } from '#platform/outcome.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { watched } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { sendRenewedSession } from './response-headers.server.ts'
import { pageTime } from './time.server.ts'
import {
  adminOf,
  isStillAdmin,
  loadViewer,
  reloadViewer,
  requireMember,
  sessionCookie,
} from './viewer.server.ts'

const { db } = await testDatabase()
const member = await makeMember(db)
const config = readConfig({})

describe('requireMember', () => {
  it('returns the signed-in member', () => {
    expect(requireMember(requestFor('/profile'), contextFor(member))).toBe(member)
  })

  it.each([
    ['/profile/edit', '/profile/edit'],
    ['/challenges/1/submit?from=card&x=1', '/challenges/1/submit?from=card&x=1'],
    ['/challenges/1/submit.data?_routes=routes%2Fsubmit', '/challenges/1/submit'],
    ['/admin/challenges.data?page=2&_routes=admin', '/admin/challenges?page=2'],
    ['/admin/_.data', '/admin/'],
  ])('sends a visitor from %s to the login page and back', (path, returnTo) => {
    const response = thrownBy(() => requireMember(requestFor(path), contextFor(null))) as Response
    expect(response.status).toBe(302)
    expect(response.headers.get('location')).toBe(`/login?${new URLSearchParams({ redirect: returnTo })}`)
  })

  it('returns to the address that an action names', () => {
    const response = thrownBy(() =>
      requireMember(requestFor('/challenges/1/vote'), contextFor(null), '/challenges/1'),
    ) as Response
    expect(response.headers.get('location')).toBe('/login?redirect=%2Fchallenges%2F1')
  })
})

describe('adminOf', () => {
  it('returns the administrator', () => {
    const admin = { ...member, isAdmin: true }
    expect(adminOf(contextFor(admin))).toBe(admin)
  })

  it.each([null, member])('throws for other viewers', (viewer) => {
    expect(() => adminOf(contextFor(viewer))).toThrow('requireRole')
  })
})

describe('an extended session', () => {
  it.each([
    ['private, no-cache', ['session=secret']],
    ['public, max-age=3600', []],
  ])('is sent with a %s response: %o', async (caching, cookies) => {
    const context = new RouterContextProvider()
    context.set(renewedSessionContext, 'session=secret')
    const request = requestFor('/')
    const args = { request, url: new URL(request.url), pattern: '/', params: {}, context }
    const answered = async () => new Response('', { headers: { 'Cache-Control': caching } })
    const response = await sendRenewedSession(args, answered)
    expect(response?.headers.getSetCookie()).toEqual(cookies)
  })
})

describe('the viewer', () => {
  it('is the member of the session in the cookie, otherwise null', async () => {
    const token = await startSession(db, member.id)
    expect(await loadViewer({ db, config }, requestFor('/', `theme=x; session=${token}`))).toEqual({
      viewer: { ...member, photoUrl: '/avatars/ninja-1.svg' },
      unread: 0,
      now: expect.any(Date),
    })
    for (const cookie of [
      '',
      'session=',
      'session=short',
      `session=${token}x`,
      `other=${token}`,
      `__Host-session=${token}`,
    ]) {
      expect(await loadViewer({ db, config }, requestFor('/', cookie))).toEqual({ viewer: null })
    }
  })

  it('is read in one statement with the time of the page', async () => {
    const watching = watched(db)
    const services = { ...(await requestContext(db, null)).get(servicesContext), db: watching.db }
    const cookie = `session=${await startSession(db, member.id)}`
    const context = await createLoadContext(services, requestFor('/', cookie), '')
    expect(await pageTime(context)).toEqual(expect.any(Date))
    expect(watching.statements).toHaveLength(1)
  })

  it('gets the cookie again when the session was extended', async () => {
    const token = await startSession(db, member.id)
    await db.rows(sql`update sessions set last_seen_at = last_seen_at - interval '1 hour'`)
    const again = await loadViewer({ db, config }, requestFor('/', `session=${token}`))
    expect(again).toMatchObject({ viewer: { id: member.id }, setCookie: sessionCookie.write(token) })
    expect(await loadViewer({ db, config }, requestFor('/', `session=${token}`))).not.toHaveProperty(
      'setCookie',
    )
  })
})

describe('after the body of a form', () => {
  it('an ended session and revoked rights no longer count', async () => {
    const admin = await makeMember(db, { isAdmin: true })
    const token = await startSession(db, admin.id)
    const services = (await requestContext(db, null)).get(servicesContext)
    const context = await createLoadContext(services, requestFor('/', `session=${token}`), '')
    expect(await isStillAdmin(context)).toBe(true)
    await setRole(db, admin.id, 'moderator')
    expect(await isStillAdmin(context)).toBe(false)
    context.set(neededRoleContext, 'moderator')
    expect(await isStillAdmin(context)).toBe(true)
    await setRole(db, admin.id, null)
    expect(await isStillAdmin(context)).toBe(false)
    expect(await reloadViewer(context)).toMatchObject({ id: admin.id, isAdmin: false })
    await db.rows(sql`delete from sessions where user_id = ${admin.id}`)
    expect(await reloadViewer(context)).toBeNull()
    expect(context.get(viewerContext)).toBeNull()
  })

  it('an action of a former administrator is not run', async () => {
    const context = await requestContext(db, member)
    context.set(viewerReloadContext, async () => member)
    let runs = 0
    const answer = await runAdminAction(
      { request: formRequest('/admin', { returnTo: '/admin' }), context },
      { list: '/admin', done: 'Done', failed: 'Failed', run: async () => done(++runs) },
    )
    expect(answer).toMatchObject({ data: { message: 'Access Denied' }, init: { status: 403 } })
    expect(runs).toBe(0)
  })
})

function requestFor(path: string, cookie?: string): Request {
  return new Request(`http://localhost:3000${path}`, cookie ? { headers: { Cookie: cookie } } : {})
}

function contextFor(viewer: Viewer): RouterContextProvider {
  const context = new RouterContextProvider()
  context.set(viewerContext, viewer)
  return context
}

function thrownBy(run: () => unknown): unknown {
  try {
    run()
  } catch (thrown) {
    return thrown
  }
  throw new Error('Nothing was thrown')
}
