import { describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, origin, requestContext } from '#test/request-context.ts'

interface RouteModule {
  loader?: Handler
  action?: Handler
  middleware?: ((args: unknown, next: () => Promise<Response>) => Promise<Response | undefined>)[]
}
type Handler = (args: unknown) => unknown

const { db } = await testDatabase()
const member = await makeMember(db)
const challenge = await makeChallenge(db)
const modules = import.meta.glob<RouteModule>(
  ['./**/*.ts', './**/*.tsx', '!./**/*.test.ts', '!./**/*.test.tsx'],
  { eager: true },
)
const guarded = Object.entries(modules)
  .map(([name, route]) => ({ name, route }))
  .filter(({ route }) => route.loader || route.action)

describe.each(guarded)('$name', ({ route }) => {
  const handlers = Object.entries({ loader: route.loader, action: route.action }).filter(
    ([, handler]) => handler,
  )

  it.each(handlers)('%s sends visitors to the sign-in and back', async (_, handler) => {
    const answer = await outcomeOf(handler as Handler, null)
    expect(answer).toBeInstanceOf(Response)
    expect((answer as Response).headers.get('location')).toBe('/login?redirect=%2Fadmin%2Fplace')
  })

  it.each(handlers)('%s is forbidden to members', async (_, handler) => {
    expect(await outcomeOf(handler as Handler, member)).toMatchObject({ init: { status: 403 } })
  })

  it.each(route.middleware ?? [])('its answer to scripts is forbidden to members', async (middleware) => {
    const run: Handler = (args) => middleware(args, async () => new Response('reached'))
    expect(await outcomeOf(run, member)).toMatchObject({ init: { status: 403 } })
  })
})

it('every page of the area is among them', () => {
  expect(guarded.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['./admin.tsx', './dashboard/dashboard.tsx']),
  )
  expect(guarded.length).toBeGreaterThanOrEqual(4)
})

async function outcomeOf(handler: Handler, viewer: Viewer): Promise<unknown> {
  const form = formRequest('/admin/place', { title: 'x' })
  const isAction = handler.name !== 'loader'
  const request = isAction ? form : new Request(`${origin}/admin/place`)
  if (isAction) request.headers.set('Accept', 'application/json')
  const context = await requestContext(db, viewer)
  const params = { id: challenge }
  try {
    return await handler({ request, params, context, url: new URL(request.url), pattern: '' })
  } catch (thrown) {
    return thrown
  }
}
