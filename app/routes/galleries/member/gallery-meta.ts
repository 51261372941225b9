import { formatCount } from '#app/ui/lists/number-text.tsx'
import { type PageMeta, shareImage } from '#app/ui/page-meta.ts'
import { memberPath } from './address.ts'
import type { MemberGallery } from './gallery-page.server.ts'

/** A member's gallery has one true address, whichever way one came to it. */
export function galleryMeta({ profile, asked: { tool, page } }: MemberGallery): PageMeta {
  const { id, displayName, rank, submissionCount, votesReceived } = profile
  const figures = `${formatCount(submissionCount, 'submission')}, ${formatCount(votesReceived, 'vote')} received`
  return {
    title: `Submissions by ${displayName}`,
    description: `Everything that ${displayName}, ${rank}, has handed in: ${figures}.`,
    canonicalPath: memberPath({
      path: `/profile/${id}/submissions`,
      sort: 'newest',
      tool,
      view: 'grid',
      page,
    }),
    image: shareImage(`/profile/${id}`, `${displayName}, ${rank}`),
  }
}
