import { DEFAULT_AVATAR } from '#app/parts/avatar.tsx'
import { rankNamed } from '#domain/points/rules.ts'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { EmbeddedImage, ResultLayout } from './layout.ts'

export function avatarImage(photoUrl: string): EmbeddedImage {
  const [, imageId = null] = /^\/media\/([^/]+)$/.exec(photoUrl) ?? []
  return { imageId, width: 384, drawing: photoUrl.startsWith('/avatars/') ? photoUrl : DEFAULT_AVATAR }
}

export function authorOf({ author }: Pick<SubmissionDetail, 'author'>): ResultLayout['author'] {
  const { name: rank, colour } = rankNamed(author.rank)
  return {
    name: { text: `by ${isolated(author.displayName || 'Ninja User')}`, fallback: `by a ${rank}` },
    colour,
  }
}
