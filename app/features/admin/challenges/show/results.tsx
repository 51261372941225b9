import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { PlacesTable } from '#app/parts/submissions/places-table.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeHead } from '#domain/challenges/admin-head.server.ts'
import { nextChange, stateText } from '#domain/challenges/next-change.ts'
import { challengeResult, type Result, type ResultRow, resultRows } from '#domain/lifecycle/results.server.ts'
import { deskPath } from '../../integrity/paths.ts'
import { ExportLink } from '../../list/admin-list.tsx'
import { EXPORTS } from '../../paths.ts'
import { payrolls } from '../steps.ts'
import type { Route } from './+types/results.ts'
import { headOf } from './head-of.server.ts'

/** The first places of a completed challenge, and what its end pays before (ADM-95). */
export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const head = await headOf(context, params.id)
  const result = (await challengeResult(db, head.id)) ?? null
  const first = { page: 1, after: null, before: null }
  const rows = result ? await resultRows(db, scopeOf(context), head.id, result, first) : []
  return { head, result, rows: rows.filter(({ place }) => place !== null) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Results', hidden: true })
}

export default function Results({ loaderData: { head, result, rows } }: Route.ComponentProps) {
  return (
    <>
      <PageHeader
        title="Results"
        subtitle={result ? <Summary result={result} /> : undefined}
        actions={
          <>
            {result && (
              <ButtonLink to={`/challenges/${head.id}/results`} variant="secondary">
                Public results
              </ButtonLink>
            )}
            {head.hadVoting && (
              <ButtonLink to={deskPath(head.id)} variant="secondary">
                Check the votes
              </ButtonLink>
            )}
            <ExportLink to={`${EXPORTS.submissions}?challenge=${head.id}`}>Export results</ExportLink>
          </>
        }
      />
      {result ? <Places rows={rows} /> : <Expected head={head} />}
    </>
  )
}

function Summary({ result }: { result: Result }) {
  return (
    <>
      Completed <Time value={result.completedAt} format="datetime" />, with{' '}
      {formatCount(result.votes, 'vote')} for {formatCount(result.entries, 'entry', 'entries')}.
    </>
  )
}

function Places({ rows }: { rows: readonly ResultRow[] }) {
  if (rows.length === 0)
    return <EmptyState subject="scroll">No entry has a vote, so there is no winner.</EmptyState>
  return <PlacesTable rows={rows} />
}

/** When results come, and what either end pays. */
function Expected({ head }: { head: ChallengeHead }) {
  const change = nextChange(head, head.now)
  const { atItsEnd, byComplete } = payrolls(head)
  const isRunning = head.status === 'active' || head.status === 'voting'
  if (head.status === 'canceled')
    return (
      <Card>
        <p className="font-semibold">This challenge was canceled, so it has no results.</p>
        {head.completedAt && (
          <p className="mt-1 text-muted">
            Canceled <Time value={head.completedAt} format="datetime" />.
          </p>
        )}
      </Card>
    )
  return (
    <Card>
      <p className="font-semibold">{stateText(head, head.now)}</p>
      {change && (
        <p className="mt-1 text-muted">
          Until {change.what}, <Time value={change.at} format="weekday" />.
        </p>
      )}
      {isRunning && (
        <>
          <p className="mt-4">{atItsEnd}</p>
          <p className="mt-1">{byComplete}</p>
        </>
      )}
    </Card>
  )
}
