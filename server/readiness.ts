import sql from 'sql-template-tag'
import type { Services } from '#app/context.ts'

const timeoutMs = 2_000
const sharedMs = 1_000

export type Readiness = () => Promise<string | undefined>

/** Checks database writes and the file store, each within 2 s. Requests within a second share one check. */
export function readiness({ db, files }: Pick<Services, 'db' | 'files'>): Readiness {
  let begunAt = Number.NEGATIVE_INFINITY
  let current: Promise<string | undefined> = Promise.resolve(undefined)

  async function check(): Promise<string | undefined> {
    const written = db.rows(sql`
      insert into settings (key, value) values ('readiness_checked_at', to_jsonb(clock_timestamp()))
      on conflict (key) do update set value = excluded.value`)
    const [database, store] = await Promise.all([succeeds(written), succeeds(files.check())])
    if (!database) return 'the database cannot be written'
    return store ? undefined : 'the file store cannot be reached'
  }

  return () => {
    if (performance.now() - begunAt < sharedMs) return current
    begunAt = performance.now()
    current = check()
    return current
  }
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
