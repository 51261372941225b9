import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'

/** Set by the server on every request; a client's value is dropped. */
export const requestIdHeader = 'x-request-id'

const wellFormed = /^[\w.-]{8,64}$/
const current = new AsyncLocalStorage<string>()

/** The id from a trusted proxy if it is well formed, else a new one. */
export function requestIdOf(header: string | string[] | undefined, trustProxy: number): string {
  if (trustProxy > 0 && typeof header === 'string' && wellFormed.test(header)) return header
  return randomUUID()
}

export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work)
}

export function currentRequestId(): string | undefined {
  return current.getStore()
}
