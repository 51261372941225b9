import { galleryParams, roomPath, type Walk } from '#app/parts/paths.ts'
import { pathWith } from '#app/ui/lists/search-params.ts'

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
