import { pathWith } from '#app/ui/search-params.ts'

export interface RoomParams {
  /** Only what is on the viewer's shortlist. */
  shortlistOnly: boolean
  /** The order in which a visitor walks through a secret ballot. */
  visitorOrder: number | null
}

/** Reads ?list=shortlist and ?order=5890123; unknown values are ignored. Visitors have no shortlist, members one order. */
export function readRoomParams(params: URLSearchParams, signedIn: boolean): RoomParams {
  const order = params.get('order') ?? ''
  return {
    shortlistOnly: signedIn && params.get('list') === 'shortlist',
    visitorOrder: !signedIn && /^\d{1,9}$/.test(order) ? Number(order) : null,
  }
}

/** The page of a submission in the voting room, or the address that leads to the first. */
export function roomPath(
  challengeId: string,
  submissionId: string | null,
  { shortlistOnly, visitorOrder }: RoomParams,
): string {
  const room = `/challenges/${challengeId}/voting-room`
  const params = { list: shortlistOnly ? 'shortlist' : null, order: visitorOrder }
  return pathWith(submissionId ? `${room}/${submissionId}` : room, params)
}
