import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { Outcome } from '#platform/outcome.ts'

export function after(now: Date, offset: number): Date {
  return new Date(now.getTime() + offset)
}

/** Sets app_now() for the rest of the transaction. */
export async function setClock(tx: Db, time: Date): Promise<void> {
  await tx.rows(sql`select set_config('app.now', ${time.toISOString()}, true)`)
}

/** Returns the value of a command. Throws if the command was refused. */
export async function mustSucceed<T>(command: Promise<Outcome<T>>): Promise<T> {
  const outcome = await command
  if (outcome.ok) return outcome.value
  throw new Error(`the demo data is invalid: ${outcome.message}`)
}

export function mustExist<T>(value: T | undefined): T {
  if (value === undefined) throw new Error('the demo data refers to a missing item')
  return value
}
