import { randomUUIDv7 } from 'node:crypto'

/** A new UUID v7: sorts by the moment it was made. */
export function newId(): string {
  return randomUUIDv7()
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i

/** True for text that PostgreSQL accepts as a uuid; anything else in a URL is simply not found. */
export function isId(text: string | undefined): text is string {
  return text !== undefined && uuid.test(text)
}
