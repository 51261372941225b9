import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { type Context, Hono, type MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { z } from 'zod'
import type { Services } from '#app/context.ts'
import type { Member } from '#domain/members/rules.ts'
import { memberOfToken, noteTokenUse } from '#domain/members/tokens.server.ts'
import { isOutage, refusesWrites } from '#platform/database/outage.ts'
import { encodingFor } from '#platform/http/compress.server.ts'
import { countHere } from '#platform/http/limits.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Env } from '../app.ts'
import { addressOf } from '../middleware/forwarded.ts'
import { challengeResources } from './challenges.ts'
import { memberResources } from './members.ts'
import { ownResources } from './me.ts'
import { openApi } from './openapi.ts'
import { Problem } from './problem.ts'
import type { ApiResource } from './resource.ts'

export const apiPath = '/api/v1'

export const resources: readonly ApiResource[] = [...challengeResources, ...memberResources, ...ownResources]

type ApiEnv = { Bindings: Env['Bindings']; Variables: Env['Variables'] & { member: Member | null } }

const rateLimit = { points: 300, seconds: 60 }

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
    return send(c.req.raw, openApi(resources, { title, server: site, version: '1' }), 'public, max-age=60')
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
      return send(c.req.raw, resource.body.parse(body), viewer ? 'private, no-cache' : 'public, max-age=60')
    })
  api.all('*', () => {
    throw new Problem(404, `The addresses of this API are in ${site}/openapi.json.`)
  })
  api.onError((error) => {
    if (error instanceof Problem) return error.response()
    log.error({ err: error }, 'a request of the API failed')
    return isOutage(error)
      ? new Problem(503, 'Temporarily unavailable. Please try again.', { 'Retry-After': '5' }).response()
      : new Problem(500, 'Something went wrong. Please try again.').response()
  })
  return api
}

const methods = ['GET', 'HEAD', 'OPTIONS']

/** Programs of other sites may read. Their browsers send no cookies. */
const crossOrigin = cors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: ['Accept', 'Authorization', 'If-None-Match'],
  exposeHeaders: ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  maxAge: 86_400,
})

const readOnly: MiddlewareHandler = async (c, next) => {
  if (methods.includes(c.req.method)) return next()
  throw new Problem(405, 'This API is read-only.', { Allow: methods.join(', ') })
}

const jsonAccepted: MiddlewareHandler = async (c, next) => {
  const accepted = (c.req.header('accept') ?? '*/*').split(',')
  const isAccepted = accepted.some(
    (range) =>
      /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range),
  )
  if (!isAccepted) throw new Problem(406, 'This API sends application/json only.')
  return next()
}

/** Finds the member of the token, if the request has one, and counts the request by member or by address. */
function admitted({ db, maintenance }: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('authorization')
    const found = given === undefined ? undefined : await memberOfToken(db, given.replace(/^bearer\s+/i, ''))
    countRequest(c, found ? `member ${found.member.id}` : addressOf(c))
    if (given !== undefined && !found)
      throw new Problem(401, 'This token is not known, or was revoked.', {
        'WWW-Authenticate': 'Bearer error="invalid_token"',
      })
    if (found?.isSuspended) throw new Problem(403, 'This account is suspended.')
    // A database that cannot write still answers.
    if (found && !found.isUsedToday && !maintenance.current())
      await noteTokenUse(db, found.tokenId).catch((error: unknown) => {
        if (!refusesWrites(error)) throw error
      })
    c.set('member', found?.member ?? null)
    return next()
  }
}

function countRequest(c: Context<ApiEnv>, key: string): void {
  const { points, seconds } = rateLimit
  const { count, secondsLeft } = countHere('api', key, seconds)
  const { outgoing } = c.env
  outgoing.setHeader('RateLimit-Policy', `"api";q=${points};w=${seconds}`)
  outgoing.setHeader('RateLimit', `"api";r=${Math.max(0, points - count)};t=${secondsLeft}`)
  if (count > points)
    throw new Problem(429, `At most ${points} requests a minute.`, { 'Retry-After': String(secondsLeft) })
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

/** JSON with a strong entity tag, which names the encoding too. */
function send({ headers }: Request, json: unknown, cacheControl: string): Response {
  const body = Buffer.from(JSON.stringify(json))
  const encoding =
    body.byteLength < 1_024 ? 'identity' : encodingFor(headers.get('accept-encoding'), ['gzip'])
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}-${encoding}"`
  const common = {
    ETag: tag,
    'Cache-Control': cacheControl,
    'Cross-Origin-Resource-Policy': 'cross-origin',
    Vary: 'Accept-Encoding, Authorization',
  }
  if (isKnown(headers.get('if-none-match'), tag)) return new Response(null, { status: 304, headers: common })
  return new Response(Uint8Array.from(encoding === 'gzip' ? gzipSync(body, { level: 1 }) : body), {
    headers: {
      ...common,
      'Content-Type': 'application/json',
      ...(encoding === 'gzip' && { 'Content-Encoding': encoding }),
    },
  })
}

function isKnown(known: string | null, tag: string): boolean {
  const tags = (known ?? '').split(',').map((one) => one.trim().replace(/^W\//, ''))
  return tags.includes('*') || tags.includes(tag)
}
