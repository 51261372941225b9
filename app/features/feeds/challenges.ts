import { servicesContext } from '#app/context.ts'
import { kindLabel, typeLabel } from '#domain/challenges/rules.ts'
import { challengesFeed } from '#domain/submissions/feeds.server.ts'
import { formatTime } from '#platform/text/dates.ts'
import { html } from '#platform/text/html.ts'
import type { Route } from './+types/challenges.ts'
import { feedResponse, paragraphs } from './feed.server.ts'

/** The newest challenges, the same for every viewer (NAV-54). */
export async function loader({ context }: Route.LoaderArgs) {
  const { db, config, settings } = context.get(servicesContext)
  const { productName } = settings.current()
  const challenges = await challengesFeed(db)
  return feedResponse({
    name: productName,
    title: `Challenges at ${productName}`,
    publicUrl: config.publicUrl,
    path: '/challenges.atom',
    pagePath: '/challenges',
    entries: challenges.map(({ id, title, description, type, kind, ...times }) => ({
      id,
      title,
      path: `/challenges/${id}`,
      publishedAt: times.createdAt,
      updatedAt: times.updatedAt,
      summary: html`<p>${typeLabel(type)}, ${kindLabel(kind)}. ${datesOf(times)}</p>${paragraphs(description)}`,
    })),
  })
}

function datesOf({ startDate, deadline }: { startDate: Date | null; deadline: Date | null }): string {
  return [
    startDate && `Opens ${formatTime(startDate, 'datetime', 'UTC')} UTC.`,
    deadline && `Deadline: ${formatTime(deadline, 'datetime', 'UTC')} UTC.`,
  ]
    .filter(Boolean)
    .join(' ')
}
