import { ballotOrderIn, type RoomFilters, roomPath } from '#app/parts/paths.ts'

/** Reads ?list=shortlist and ?order=1790000000; unknown values are ignored. Only members who vote have a shortlist. */
export function readRoomParams(params: URLSearchParams, mayList: boolean): RoomFilters {
  return {
    shortlistOnly: mayList && params.get('list') === 'shortlist',
    order: ballotOrderIn(params),
  }
}

/** Two submissions of the viewer's shortlist side by side. */
export function comparePath(challengeId: string, submissionId: string, otherId: string): string {
  return `${roomPath(challengeId, submissionId)}/compare/${otherId}`
}
