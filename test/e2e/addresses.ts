import { patternOf } from '#test/routes.ts'
import type { ClientName, ClientRequest } from './clients.ts'

type Answer = number | 'sign in'
/** The expected status for each of `clientNames`, in their order. */
type Answers = [Answer, Answer, Answer, Answer, Answer]

export interface ProtectedAddress extends ClientRequest {
  /** The route's pattern. */
  pattern: string
  answers: Answers
  /** Clients whose request changes data; the requests of all others change nothing. */
  writers: ClientName[]
}

export const members: ClientName[] = ['stranger', 'owner', 'admin', 'moderator']

export function get(path: string, answers: Answers): ProtectedAddress {
  return { method: 'GET', pattern: patternOf(path), path, answers, writers: [] }
}

export function post(
  path: string,
  fields: NonNullable<ClientRequest['fields']>,
  answers: Answers,
  writers: ClientName[] = [],
): ProtectedAddress {
  return { method: 'POST', pattern: patternOf(path), path, fields, answers, writers }
}

export function toMembers(status: number): Answers {
  return ['sign in', status, status, status, status]
}

export function toOwner(status: number): Answers {
  return ['sign in', 404, status, 404, 404]
}

export function toAdmins(status: number, moderator = 403): Answers {
  return ['sign in', 403, 403, status, moderator]
}
