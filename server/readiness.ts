import { setTimeout as sleep } from 'node:timers/promises'
import sql from 'sql-template-tag'
import type { Services } from '#app/context.ts'
import type { Db } from '#platform/database/database.server.ts'

const timeoutMs = 2_000
/** Jobs may hold all connections of their pool for longer than that. */
const otherPoolMs = 500
const sharedMs = 1_000

export type Readiness = () => Promise<string | undefined>

export interface Checked extends Pick<Services, 'db' | 'files'> {
  /** The pool of jobs, which no flood of requests can use up. Asked first. */
  background: Db
}

/** Checks database writes and the file store, each within 2 s. Requests within a second share one check. */
export function readiness({ db, background, files }: Checked): Readiness {
  let begunAt = Number.NEGATIVE_INFINITY
  let current: Promise<string | undefined> = Promise.resolve(undefined)

  async function check(): Promise<string | undefined> {
    const [database, store] = await Promise.all([succeeds(writeToEither()), succeeds(files.check())])
    if (!database) return 'the database cannot be written'
    return store ? undefined : 'the file store cannot be reached'
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
    if (performance.now() - begunAt < sharedMs) return current
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

async function succeeds(work: Promise<unknown>): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<boolean>((resolve) => {
    timer = setTimeout(resolve, timeoutMs, false)
  })
  const done = work.then(
    () => true,
    () => false,
  )
  const result = await Promise.race([done, late])
  clearTimeout(timer)
  return result
}
