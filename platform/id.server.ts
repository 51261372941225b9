import { randomUUIDv7 } from 'node:crypto'

/** A UUID v7: sorts by creation time. */
export function newId(): string {
  return randomUUIDv7()
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/** Ids in capitals are none: PostgreSQL would find them, but they differ from the ids that it returns. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && uuid.test(text)
}
