import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Services } from '#app/context.ts'
import type { Member } from '#domain/members/rules.ts'
import { memberOfToken, noteTokenUse } from '#domain/sessions/tokens.server.ts'
import { isOutage, refusesWrites } from '#platform/database/outage.ts'
import { encodingFor } from '#platform/http/compress.server.ts'
import { countHere } from '#platform/http/limits.server.ts'
import type { Env } from '../app.ts'
import { addressOf } from '../middleware/forwarded.ts'
import { Problem } from './problem.ts'

export type ApiEnv = { Bindings: Env['Bindings']; Variables: Env['Variables'] & { member: Member | null } }

/** Of an address, or of a member with a token. */
export const rateLimit = { points: 300, seconds: 60 }

const methods = ['GET', 'HEAD', 'OPTIONS']

/** Programs of other sites may read. Their browsers send no cookies. */
export const crossOrigin = cors({
  origin: '*',
  allowMethods: methods,
  allowHeaders: ['Accept', 'Authorization', 'If-None-Match'],
  exposeHeaders: ['ETag', 'RateLimit', 'RateLimit-Policy', 'Retry-After'],
  maxAge: 86_400,
})

export const readOnly: MiddlewareHandler = async (c, next) => {
  if (methods.includes(c.req.method)) return next()
  throw new Problem(405, 'This address is read-only.', { Allow: methods.join(', ') })
}

export const jsonAccepted: MiddlewareHandler = async (c, next) => {
  const accepted = (c.req.header('accept') || '*/*').split(',')
  const isAccepted = accepted.some(
    (range) =>
      /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range),
  )
  if (!isAccepted) throw new Problem(406, 'This address sends application/json only.')
  return next()
}

/**
 * Counts the request by address, or by the member of its token. Unknown tokens are counted by address under a name of
 * their own, and no token is looked up for an address that sent too many.
 */
export function admitted({ db, maintenance }: Services): MiddlewareHandler<ApiEnv> {
  return async (c, next) => {
    const given = c.req.header('authorization')
    c.env.outgoing.setHeader('RateLimit-Policy', `"api";q=${rateLimit.points};w=${rateLimit.seconds}`)
    if (given === undefined) {
      countRequest(addressOf(c))
      c.set('member', null)
      return next()
    }
    const failures = countHere('api-token', addressOf(c), rateLimit.seconds, 0)
    if (failures.count >= rateLimit.points) throw tooMany(failures)
    const found = await memberOfToken(db, given.replace(/^bearer\s+/i, ''))
    if (!found) {
      countHere('api-token', addressOf(c), rateLimit.seconds)
      throw new Problem(401, 'This token is not known, or was revoked.', {
        'WWW-Authenticate': 'Bearer error="invalid_token"',
      })
    }
    // Other answers may be kept for other clients.
    c.env.outgoing.setHeader('RateLimit', left(countRequest(`member ${found.member.id}`)))
    if (found.isSuspended) throw new Problem(403, 'This account is suspended.')
    // A database that cannot write still answers.
    if (!found.isUsedToday && !maintenance.current())
      await noteTokenUse(db, found.tokenId).catch((error: unknown) => {
        if (!refusesWrites(error)) throw error
      })
    c.set('member', found.member)
    return next()
  }
}

/** Counts a request by its address or member. Throws a problem above 300 in a minute. */
function countRequest(key: string): Uses {
  const uses = countHere('api', key, rateLimit.seconds)
  if (uses.count > rateLimit.points) throw tooMany(uses)
  return uses
}

type Uses = ReturnType<typeof countHere>

function tooMany(uses: Uses): Problem {
  return new Problem(429, `At most ${rateLimit.points} requests a minute.`, {
    'Retry-After': String(uses.secondsLeft),
    RateLimit: left(uses),
  })
}

function left({ count, secondsLeft }: Uses): string {
  return `"api";r=${Math.max(0, rateLimit.points - count)};t=${secondsLeft}`
}

/** Answers errors with problem details. */
export function refusal(log: Services['log']): ErrorHandler<ApiEnv> {
  return (error) => {
    if (error instanceof Problem) return error.response()
    log.error({ err: error }, 'a request of the API failed')
    return isOutage(error)
      ? new Problem(503, 'Temporarily unavailable. Please try again.', { 'Retry-After': '5' }).response()
      : new Problem(500, 'Something went wrong. Please try again.').response()
  }
}

/** JSON with a strong entity tag, which names the encoding too. Caches may share it for so long, without a token. */
export function send(c: Context<ApiEnv>, json: unknown, seconds: number): Response {
  const { headers } = c.req.raw
  const body = Buffer.from(JSON.stringify(json))
  const encoding =
    body.byteLength < 1_024 ? 'identity' : encodingFor(headers.get('accept-encoding'), ['gzip'])
  const tag = `"${createHash('sha256').update(body).digest('base64url').slice(0, 22)}-${encoding}"`
  const common = {
    ETag: tag,
    'Cache-Control': c.get('member') ? 'private, no-cache' : `public, max-age=${seconds}`,
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
