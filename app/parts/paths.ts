import { pathWith } from '#app/ui/lists/search-params.ts'

export function submissionPath({ id, challengeId }: { id: string; challengeId: string }): string {
  return `/challenges/${challengeId}/submissions/${id}`
}

export function managePath(challengeId: string): string {
  return `/admin/challenges/${challengeId}`
}

export interface RoomFilters {
  shortlistOnly: boolean
  order: number | null
}

const none: RoomFilters = { shortlistOnly: false, order: null }

/** The page of a submission in the viewer of its challenge, or without one the address that leads to the first. */
export function roomPath(
  challengeId: string,
  submissionId: string | null = null,
  { shortlistOnly, order } = none,
): string {
  const room = `/challenges/${challengeId}/voting-room`
  const params = { list: shortlistOnly ? 'shortlist' : null, order }
  return pathWith(submissionId ? `${room}/${submissionId}` : room, params)
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
