import { pathWith } from '#app/ui/search-params.ts'

export interface RoomFilters {
  /** Only what is on the viewer's shortlist. */
  shortlistOnly: boolean
  /** The order in which a visitor walks through a secret ballot. */
  visitorOrder: number | null
}

const none: RoomFilters = { shortlistOnly: false, visitorOrder: null }

/** The page of a submission in the viewer of its challenge, or without one the address that leads to the first. */
export function roomPath(
  challengeId: string,
  submissionId: string | null = null,
  { shortlistOnly, visitorOrder } = none,
): string {
  const room = `/challenges/${challengeId}/voting-room`
  const params = { list: shortlistOnly ? 'shortlist' : null, order: visitorOrder }
  return pathWith(submissionId ? `${room}/${submissionId}` : room, params)
}
