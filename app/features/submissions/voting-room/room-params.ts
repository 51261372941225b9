import { type RoomFilters, roomPath } from '#app/parts/room-path.ts'

/** Reads ?list=shortlist and ?order=5890123; unknown values are ignored. Visitors have no shortlist, members one order. */
export function readRoomParams(params: URLSearchParams, signedIn: boolean): RoomFilters {
  const order = params.get('order') ?? ''
  return {
    shortlistOnly: signedIn && params.get('list') === 'shortlist',
    visitorOrder: !signedIn && /^\d{1,9}$/.test(order) ? Number(order) : null,
  }
}

/** Two submissions of the viewer's shortlist side by side. */
export function comparePath(challengeId: string, submissionId: string, otherId: string): string {
  return `${roomPath(challengeId, submissionId)}/compare/${otherId}`
}
