import { pathWith } from '#app/ui/lists/search-params.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import type { Sort } from '#domain/submissions/rules.ts'

export function submissionPath({ id, challengeId }: { id: string; challengeId: string }): string {
  return `/challenges/${challengeId}/submissions/${id}`
}

export function managePath(challengeId: string): string {
  return `/admin/challenges/${challengeId}`
}

/** Lists that the voting room leads through in place of a challenge's own; all but the shortlist are of many challenges. */
export const WALKS = ['shortlist', 'all', 'member', 'winners'] as const

/** What the voting room leads through: without a list, the submissions of the challenge. */
export interface Walk {
  list?: (typeof WALKS)[number] | null
  /** Of a ballot. */
  order?: number | null
  /** Of a gallery of many challenges, as in its own address. */
  kind?: Kind | null
  tool?: string | null
  sort?: Sort | null
}

/** The page of a submission in the voting room, or without one the address that leads to the first of its challenge. */
export function roomPath(challengeId: string, submissionId: string | null = null, walk: Walk = {}): string {
  const room = `/challenges/${challengeId}/voting-room`
  const { list = null, order = null, ...filters } = walk
  return pathWith(submissionId ? `${room}/${submissionId}` : room, { list, order, ...galleryParams(filters) })
}

/** The parameters of a gallery's address, newest first without one. */
export function galleryParams({ kind = null, tool = null, sort = null }: Walk) {
  return { kind, tool, sort: sort === 'newest' ? null : sort }
}

/** The order of a ballot that ?order= names; null for anything that is none. */
export function ballotOrderIn(params: URLSearchParams): number | null {
  const named = params.get('order') ?? ''
  return /^\d{1,10}$/.test(named) ? Number(named) : null
}

const EDIT_PATH = '/profile/edit'

/** The sheet after the first sign-in, which leads on to `returnTo` (AUTH-31). */
export function welcomePath(returnTo: string): string {
  return `${EDIT_PATH}?${new URLSearchParams({ welcome: returnTo })}`
}
