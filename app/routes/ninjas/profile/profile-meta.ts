import { formatCount, formatNumber } from '#app/ui/lists/number-text.tsx'
import { type PageMeta, shareImage } from '#app/ui/page-meta.ts'
import type { ProfilePage } from './profile.server.ts'

/** A profile has one true address, whichever way one came to it. */
export function profileMeta({ profile }: ProfilePage): PageMeta {
  const { id, displayName, rank, points, submissionCount, bio } = profile
  const figures = `${rank}, ${formatNumber(points)} points, ${formatCount(submissionCount, 'submission')}.`
  return {
    title: displayName,
    description: bio ? `${bio} ${figures}` : figures,
    canonicalPath: `/profile/${id}`,
    image: shareImage(`/profile/${id}`, `${displayName}, ${rank}`),
    about: 'profile',
  }
}
