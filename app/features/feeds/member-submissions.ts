import { servicesContext } from '#app/context.ts'
import { memberName } from '#app/parts/members/names.ts'
import { kindLabel } from '#domain/challenges/rules.ts'
import { memberProfile } from '#domain/members/queries.server.ts'
import { memberFeed } from '#domain/submissions/feeds.server.ts'
import { textResponse } from '#platform/http/text-response.ts'
import { isId } from '#platform/id.server.ts'
import { html } from '#platform/text/html.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/member-submissions.ts'
import { feedResponse, paragraphs } from './feed.server.ts'

/** A member's newest submissions as a visitor sees them, the same for every viewer (NAV-54). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db, config, settings } = context.get(servicesContext)
  const { productName, moderation } = settings.current()
  const userId = isId(params.userId) ? params.userId : null
  const [member, submissions] = userId
    ? await Promise.all([memberProfile(db, userId), memberFeed(db, moderation, userId)])
    : []
  if (!member || !submissions) throw textResponse(404, 'Not Found')
  const author = { name: memberName(member.displayName), path: `/profile/${member.id}` }
  return feedResponse({
    name: productName,
    title: `Submissions by ${isolated(author.name)}`,
    publicUrl: config.publicUrl,
    path: `${author.path}/submissions.atom`,
    pagePath: `${author.path}/submissions`,
    entries: submissions.map(({ id, title, challengeId, kind, submittedAt, updatedAt, ...submission }) => ({
      id,
      title,
      path: `/challenges/${challengeId}/submissions/${id}`,
      author,
      publishedAt: submittedAt,
      updatedAt,
      summary: html`<p>${kindLabel(kind)}, for <bdi>${submission.challengeTitle}</bdi>.</p>${paragraphs(submission.description)}`,
    })),
  })
}
