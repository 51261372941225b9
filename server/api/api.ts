import { Hono } from 'hono'
import type { z } from 'zod'
import type { Services } from '#app/context.ts'
import { isId } from '#platform/id.server.ts'
import { challengeResources } from './challenges.ts'
import { ownResources } from './me.ts'
import { memberResources } from './members.ts'
import { openApi } from './openapi.ts'
import { Problem } from './problem.ts'
import { type ApiEnv, admitted, crossOrigin, jsonAccepted, readOnly, refusal, send } from './requests.ts'
import type { ApiResource } from './resource.ts'

export const apiPath = '/api/v1'

export const resources: readonly ApiResource[] = [...challengeResources, ...memberResources, ...ownResources]

/**
 * The read-only API below /api/v1 (NAV-90). It reads no cookie. Everyone gets what a visitor sees; a token opens the
 * resources of its member (AUTH-46) and counts its requests apart. An unknown query parameter is refused.
 */
export function createApi(services: Services): Hono<ApiEnv> {
  const { config, settings, log } = services
  const api = new Hono<ApiEnv>()
  const site = config.publicUrl + apiPath

  api.use(crossOrigin)
  api.use(readOnly)
  api.use(jsonAccepted)
  api.use(admitted(services))
  api.get('/openapi.json', (c) => {
    const title = `API of ${settings.current().productName}`
    return send(c, openApi(resources, { title, server: site, version: '1' }), 60)
  })
  for (const resource of resources)
    api.get(resource.path.replace(/\{(\w+)\}/g, ':$1'), async (c) => {
      const { id = '', otherId = '' } = c.req.param() as { id?: string; otherId?: string }
      const url = new URL(c.req.url)
      const query = parseQuery(resource.query, url.searchParams)
      const viewer = c.get('member')
      if (resource.isOwn && !viewer)
        throw new Problem(401, 'This address needs a token.', { 'WWW-Authenticate': 'Bearer' })
      const hasIds = [id, otherId].every((one) => one === '' || isId(one))
      const body =
        hasIds &&
        (await resource.load({
          ...services,
          scope: { viewer: resource.isOwn ? viewer : null, moderation: settings.current().moderation },
          id,
          otherId,
          query,
          pageAt: (cursor) => pageAddress(config.publicUrl, url, cursor),
        }))
      if (!body) throw new Problem(404, 'There is nothing at this address, or nothing that you may see.')
      return send(c, resource.body.parse(body), 60)
    })
  api.all('*', () => {
    throw new Problem(404, `The addresses of this API are in ${site}/openapi.json.`)
  })
  api.onError(refusal(log))
  return api
}

function parseQuery(schema: z.ZodObject, params: URLSearchParams): unknown {
  const names = [...params.keys()]
  const twice = names.find((name, at) => names.indexOf(name) !== at)
  if (twice !== undefined) throw new Problem(400, 'A parameter can be given once only.')
  const parsed = schema.safeParse(Object.fromEntries(params))
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  const known = Object.keys(schema.shape).join(', ') || 'none'
  throw new Problem(
    400,
    issue?.code === 'unrecognized_keys'
      ? `Unknown parameter. This address has: ${known}.`
      : `${String(issue?.path[0])}: ${issue?.message}`,
  )
}

function pageAddress(publicUrl: string, { pathname, search }: URL, cursor: string): string {
  const address = new URL(publicUrl + pathname + search)
  address.searchParams.set('cursor', cursor)
  return address.href
}
