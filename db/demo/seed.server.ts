import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'

export function after(now: Date, offset: number): Date {
  return new Date(now.getTime() + offset)
}

/** Lets the rest of the transaction happen at `moment`. */
export async function setClock(tx: Db, moment: Date): Promise<void> {
  await tx.rows(sql`select set_config('app.now', ${moment.toISOString()}, true)`)
}

/** A refusal in the demo's story is a fault of the story. */
export async function mustSucceed<T>(deed: Promise<Outcome<T>>): Promise<T> {
  const outcome = await deed
  if (outcome.ok) return outcome.value
  throw new Error(`the demo's story does not work out: ${outcome.message}`)
}

export function mustExist<T>(thing: T | undefined): T {
  if (thing === undefined) throw new Error('the story of the demo names something that is not there')
  return thing
}
