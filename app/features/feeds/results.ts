import { servicesContext } from '#app/context.ts'
import { formatCount } from '#app/ui/number.tsx'
import { resultsFeed } from '#domain/submissions/feeds.server.ts'
import { html } from '#platform/text/html.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/results.ts'
import { feedResponse } from './feed.server.ts'

/** The last completed challenges and their winners, the same for every viewer (NAV-54). */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, config, settings } = context.get(servicesContext)
  const { publicUrl } = config
  const { productName, moderation } = settings.current()
  const results = await resultsFeed(db, moderation)
  return feedResponse({
    name: productName,
    title: `Results at ${productName}`,
    publicUrl,
    path: '/results.atom',
    pagePath: '/challenges/archive',
    entries: results.map(({ id, challengeId, completedAt, submissionTitle, winnerName, ...result }) => ({
      id,
      title: `${isolated(result.challengeTitle)}: ${isolated(winnerName)} won`,
      path: `/challenges/${challengeId}/results`,
      author: { name: winnerName, path: result.winnerId && `/profile/${result.winnerId}` },
      publishedAt: completedAt,
      updatedAt: result.updatedAt,
      summary: html`<p><a href="${`${publicUrl}/challenges/${challengeId}/submissions/${result.submissionId}`}"><bdi>${submissionTitle}</bdi></a> by <bdi>${winnerName}</bdi> won with ${formatCount(result.votes, 'vote')}.</p>`,
    })),
  })
}
