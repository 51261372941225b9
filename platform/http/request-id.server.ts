import { AsyncLocalStorage } from 'node:async_hooks'
import { randomBytes } from 'node:crypto'

/** In requests to the app it is set by the server; what a client sends in it never arrives there. */
export const requestIdHeader = 'x-request-id'

const wellFormed = /^[\w.-]{8,64}$/
const current = new AsyncLocalStorage<string>()

/** The id that a proxy in front gave the request, when one is trusted and the id is well formed; else a new one. */
export function requestIdOf(header: string | string[] | undefined, trustProxy: number): string {
  if (trustProxy > 0 && typeof header === 'string' && wellFormed.test(header)) return header
  return randomBytes(8).toString('hex')
}

export function withRequestId<T>(id: string, work: () => T): T {
  return current.run(id, work)
}

/** The id of the request that is being handled; undefined outside of one. */
export function currentRequestId(): string | undefined {
  return current.getStore()
}
