import { Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { isFinished, statusLabel } from '#domain/challenges/rules.ts'
import { integrityDesk } from '#domain/integrity/queries.server.ts'
import { CHALLENGES_PATH } from '../paths.ts'
import type { Route } from './+types/desk.ts'
import { deskPath, INTEGRITY, votesText } from './paths.ts'

/** The contests that run or have ended lately (ADM-60). */
export function loader({ context }: Route.LoaderArgs) {
  return integrityDesk(context.get(servicesContext).db, adminOf(context))
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: INTEGRITY.label, hidden: true })
}

export default function IntegrityDesk({ loaderData: rows }: Route.ComponentProps) {
  return (
    <>
      <PageHeader title={INTEGRITY.label} subtitle="Votes worth a look. Unusual votes are no proof." />
      {rows.length === 0 && (
        <EmptyState action={<ButtonLink to={CHALLENGES_PATH}>Challenges</ButtonLink>}>
          No challenge has been in voting yet.
        </EmptyState>
      )}
      <Card as="ul" flush className="divide-y divide-line empty:hidden">
        {rows.map(({ id, title, status, isHeld, votingEndsAt, votes }) => (
          <li key={id} className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-6 py-3.5">
            <p className="min-w-0 text-small text-muted">
              <Link
                dir="auto"
                to={deskPath(id)}
                className="text-base font-semibold wrap-anywhere text-ink hover:underline"
              >
                {title}
              </Link>
              <br />
              {votesText(votes)}, voting {isFinished(status) ? 'ended' : 'ends'}{' '}
              {votingEndsAt && <Time value={votingEndsAt} format="shorttime" />}
            </p>
            <Badge tone={status} on="bare">
              {isHeld ? 'Result held' : statusLabel(status)}
            </Badge>
          </li>
        ))}
      </Card>
    </>
  )
}
