import { ballotOrderIn, galleryParams, roomPath, WALKS, type Walk } from '#app/parts/paths.ts'
import { choiceIn, pathWith } from '#app/ui/lists/search-params.ts'
import { KINDS } from '#domain/challenges/rules.ts'
import { SORTS } from '#domain/submissions/rules.ts'
import { toolIn } from '../member-gallery/member-gallery-params.ts'

/**
 * Reads ?list=shortlist and ?order=1790000000, or ?list=all&kind=audio&tool=suno&sort=votes; unknown values are ignored.
 * Only members who vote have a shortlist.
 */
export function readRoomParams(params: URLSearchParams, mayList: boolean): Walk {
  const list = choiceIn(params, 'list', WALKS)
  if (list === null || list === 'shortlist')
    return { list: mayList ? list : null, order: ballotOrderIn(params) }
  return {
    list,
    kind: choiceIn(params, 'kind', KINDS),
    tool: toolIn(params)?.toLowerCase() ?? null,
    sort: choiceIn(params, 'sort', SORTS) ?? 'newest',
  }
}

/** The gallery that the room leads through, for those who came from elsewhere. */
export function walkedPath(challengeId: string, authorId: string | null, walk: Walk): string {
  const galleries: Partial<Record<string, string>> = {
    all: '/challenges/submissions',
    winners: '/showcase',
    ...(authorId && { member: `/profile/${authorId}/submissions` }),
  }
  const gallery = galleries[walk.list ?? '']
  return gallery ? pathWith(gallery, galleryParams(walk)) : `/challenges/${challengeId}/submissions`
}

/** Two submissions of the viewer's shortlist side by side. */
export function comparePath(challengeId: string, submissionId: string, otherId: string): string {
  return `${roomPath(challengeId, submissionId)}/compare/${otherId}`
}
