import { createHash } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import type { Context, ErrorHandler, MiddlewareHandler } from 'hono'
import { cors } from 'hono/cors'
import type { Services } from '#app/context.ts'
import type { Member } from '#domain/members/rules.ts'
import { memberOfToken, noteTokenUse } from '#domain/members/tokens.server.ts'
import { isOutage, refusesWrites } from '#platform/database/outage.ts'
import { encodingFor } from '#platform/http/compress.server.ts'
import { countHere } from '#platform/http/limits.server.ts'
import type { Env } from '../app.ts'
import { addressOf } from '../middleware/forwarded.ts'
import { Problem } from './problem.ts'

export type ApiEnv = { Bindings: Env['Bindings']; Variables: Env['Variables'] & { member: Member | null } }

const rateLimit = { points: 300, seconds: 60 }

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
  const accepted = (c.req.header('accept') ?? '*/*').split(',')
  const isAccepted = accepted.some(
    (range) =>
      /^\s*(\*\/\*|application\/(\*|json))\s*(;|$)/i.test(range) && !/;\s*q=0(\.0*)?\s*(;|$)/i.test(range),
  )
  if (!isAccepted) throw new Problem(406, 'This address sends application/json only.')
  return next()
}

/** Finds the member of the token, if the request has one, and counts the request by member or by address. */
export function admitted({ db, maintenance }: Services): MiddlewareHandler<ApiEnv> {
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

/** JSON with a strong entity tag, which names the encoding too. */
export function send({ headers }: Request, json: unknown, cacheControl: string): Response {
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
