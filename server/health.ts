import { setTimeout as sleep } from 'node:timers/promises'
import type { Handler } from 'hono'
import sql from 'sql-template-tag'
import type { Services } from '#app/context.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isSiteCheck, type SeenRequest, siteCheckHeader } from '#platform/http/site-check.server.ts'
import type { Env } from '#server/app.ts'

/** Says that the process runs and, to a check of this site, what arrives of its request. */
export function answerHealth({ db, release }: Pick<Services, 'db' | 'release'>): Handler<Env> {
  return async (c) => {
    const token = c.req.header(siteCheckHeader)
    const isCheck = token !== undefined && (await isSiteCheck(db, token).catch(() => false))
    const seen: SeenRequest | undefined = isCheck
      ? {
          host: c.req.header('host') ?? '',
          forwardedFor: (c.req.header('x-forwarded-for') ?? '').split(',').flatMap((one) => one.trim() || []),
          peer: c.env.incoming.socket.remoteAddress ?? '',
          isTrusted: c.get('proxies') > 0,
        }
      : undefined
    return c.json({ status: 'alive', ...release, ...(seen && { seen }) })
  }
}

/** Says whether the site can serve requests. */
export function answerReadiness(checked: Checked): Handler<Env> {
  const ready = readiness(checked)
  return async (c) => {
    const { isReady, text } = await ready()
    return isReady ? c.text(`${text}\n`) : c.text(`${text}\n`, 503, { 'Retry-After': '5' })
  }
}

const timeoutMs = 2_000
const storeMs = 500
const sharedMs = 1_000

interface Readiness {
  isReady: boolean
  /** One line for operators. */
  text: string
}

type Checked = Pick<Services, 'db' | 'files'>

/**
 * Checks database writes. Pages work without the file store, whose state is only told. Requests within a second share
 * one check.
 */
export function readiness({ db, files }: Checked): () => Promise<Readiness> {
  let begunAt = Number.NEGATIVE_INFINITY
  let current: Promise<Readiness> | undefined

  async function check(): Promise<Readiness> {
    const [isReady, hasFiles] = await Promise.all([succeeds(write(db)), succeeds(files.check(), storeMs)])
    if (!isReady) return { isReady, text: 'the database cannot be written' }
    return { isReady, text: hasFiles ? 'ready' : 'ready, but the file store cannot be reached' }
  }

  return () => {
    if (current && performance.now() - begunAt < sharedMs) return current
    begunAt = performance.now()
    current = check()
    return current
  }
}

function write(db: Db): Promise<unknown> {
  return db.rows(sql`
    insert into settings (key, value) values ('readiness_checked_at', to_jsonb(clock_timestamp()))
    on conflict (key) do update set value = excluded.value`)
}

/** Whether `work` succeeds in time. */
export async function succeeds(work: Promise<unknown>, ms = timeoutMs): Promise<boolean> {
  return (
    (await inTime(
      work.then(() => true),
      ms,
    )) ?? false
  )
}

/** The result of `work`, or undefined if it fails or takes longer than `ms`. */
export function inTime<Result>(work: Promise<Result>, ms = timeoutMs): Promise<Result | undefined> {
  return Promise.race([work.catch(() => undefined), sleep(ms, undefined, { ref: false })])
}
