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
/** Jobs may hold all connections of their pool for longer than that. */
const otherPoolMs = 500
const sharedMs = 1_000
const storeMs = 300

export interface Readiness {
  isReady: boolean
  /** One line for operators. */
  text: string
}

export interface Checked extends Pick<Services, 'db' | 'files'> {
  /** The pool of jobs, which no flood of requests can use up. Asked first. */
  background: Db
}

/**
 * Checks database writes within 2 s. Pages work without the file store, whose state is only told: the last known one if
 * it does not answer at once. Requests within a second share one check.
 */
export function readiness({ db, background, files }: Checked): () => Promise<Readiness> {
  let begunAt = Number.NEGATIVE_INFINITY
  let current: Promise<Readiness> | undefined
  let hasFiles = true

  async function check(): Promise<Readiness> {
    const store = isReachable(files).then((reachable) => {
      hasFiles = reachable
    })
    const [isReady] = await Promise.all([
      succeeds(writeToEither()),
      Promise.race([store, sleep(storeMs, undefined, { ref: false })]),
    ])
    if (!isReady) return { isReady, text: 'the database cannot be written' }
    return { isReady, text: hasFiles ? 'ready' : 'ready, but the file store cannot be reached' }
  }

  function writeToEither(): Promise<unknown> {
    const first = write(background)
    const end = new AbortController()
    const second = sleep(otherPoolMs, undefined, { signal: end.signal }).then(() => write(db))
    return Promise.race([first, second]).finally(() => {
      end.abort()
      second.catch(() => undefined)
      first.catch(() => undefined)
    })
  }

  return () => {
    if (current && performance.now() - begunAt < sharedMs) return current
    begunAt = performance.now()
    current = check()
    return current
  }
}

/** Whether the file store answers within 2 s. */
export function isReachable(files: Pick<Services['files'], 'check'>): Promise<boolean> {
  return succeeds(files.check())
}

function write(db: Db): Promise<unknown> {
  return db.rows(sql`
    insert into settings (key, value) values ('readiness_checked_at', to_jsonb(clock_timestamp()))
    on conflict (key) do update set value = excluded.value`)
}

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  return (await inTime(work.then(() => true))) ?? false
}

/** The result of `work`, or undefined if it fails or takes more than 2 s. */
export async function inTime<Result>(work: Promise<Result>): Promise<Result | undefined> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, undefined)
  })
  const result = await Promise.race([work.catch(() => undefined), late])
  clearTimeout(timer)
  return result
}
