import { Link, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import { RewardList } from '#app/parts/challenges/rewards.tsx'
import { RankProgress } from '#app/parts/members/rank-progress.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/lists/data-table.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { pageIn, pathWith } from '#app/ui/lists/search-params.ts'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { EmptyState, ErrorPanel } from '#app/ui/states.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { LEDGER_PAGE_SIZE, type LedgerRow, pointsLedger } from '#domain/points/queries.server.ts'
import { REASON_LABELS } from '#domain/points/reasons.ts'
import { REWARDS } from '#domain/points/rules.ts'
import {
  type PendingVote,
  pendingVotes,
  type VoidedVotes,
  voidedVotes,
} from '#domain/voting/queries.server.ts'
import { VOID_REASONS, VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { lastPage } from '#platform/paging.ts'
import type { Route } from './+types/points.ts'

/** The viewer's points entries with their reasons (PTS-25). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const requested = pageIn(new URL(request.url).searchParams)
  const { db } = context.get(servicesContext)
  const [ledger, pending, voided] = await Promise.all([
    loadOrNull(context, pointsLedger(db, viewer.id, requested)),
    loadOrNull(context, pendingVotes(db, viewer.id)),
    loadOrNull(context, voidedVotes(db, viewer.id)),
  ])
  const last = lastPage(ledger?.total ?? 0, LEDGER_PAGE_SIZE)
  if (ledger && requested > last) throw redirect(pointsPath(last))
  return {
    viewer,
    rows: ledger?.rows ?? null,
    pending: pending ?? [],
    voided: voided ?? [],
    page: requested,
    last,
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Points', hidden: true })
}

export default function Points({ loaderData }: Route.ComponentProps) {
  const { viewer, rows, pending, voided, page, last } = loaderData
  return (
    <div className="page">
      <PageHeader
        title="Points"
        subtitle={formatCount(viewer.points, 'point')}
        actions={
          <ButtonLink to="/profile" variant="secondary">
            Back to Profile
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        <div>
          {page === 1 && pending.length > 0 && <Pending votes={pending} />}
          {page === 1 && voided.length > 0 && <Voided votes={voided} />}
          {(rows?.length !== 0 || pending.length === 0) && <Ledger rows={rows} />}
          <Pager current={page} last={last} to={pointsPath} />
        </div>
        <div className="grid gap-6">
          <Card as="section" eyebrow="Rank Progress">
            <RankProgress points={viewer.points} rank={viewer.rank} />
          </Card>
          <Card as="section" eyebrow="What earns points">
            <RewardList />
          </Card>
        </div>
      </div>
    </div>
  )
}

/** Votes in secret ballots: paid now, they would show the counts (CHL-25). */
function Pending({ votes }: { votes: readonly PendingVote[] }) {
  return (
    <Card as="section" eyebrow="Counted when voting ends" className="mb-6">
      <ul className="grid gap-3">
        {votes.map(({ challenge, votingEndsAt, isOver }) => (
          <li key={challenge.id} className="flex items-baseline justify-between gap-4">
            <span className="wrap-anywhere">
              You voted in{' '}
              <TextLink dir="auto" to={`/challenges/${challenge.id}`} className="inline-block min-h-6">
                {challenge.title}
              </TextLink>
              <span className="block text-small text-muted">
                {isOver ? (
                  `Voting is over. ${VOTING_MESSAGES.held}`
                ) : (
                  <>
                    Voting ends <Time value={votingEndsAt} format="weekday" />
                  </>
                )}
              </span>
            </span>
            <Change points={REWARDS.voteCast} />
          </li>
        ))}
      </ul>
      <p className="mt-4 text-small text-muted">So are the votes for your own entries.</p>
    </Card>
  )
}

/** Votes that organisers voided: the viewer's own, and those for their submissions (VOTE-30). */
function Voided({ votes }: { votes: readonly VoidedVotes[] }) {
  return (
    <Card as="section" eyebrow="Voided by the organisers" className="mb-6">
      <ul className="grid gap-3">
        {votes.map(({ challenge, reason, of, count, at }) => (
          <li key={`${challenge.id} ${of} ${reason}`} className="wrap-anywhere">
            {of === 'voter' ? 'Your vote' : formatCount(count, 'vote')}
            {of === 'author' && ' for your entry'} in{' '}
            <TextLink dir="auto" to={`/challenges/${challenge.id}`} className="inline-block min-h-6">
              {challenge.title}
            </TextLink>
            <span className="block text-small text-muted">
              {VOID_REASONS[reason]}, <Time value={at} format="datetime" />
            </span>
          </li>
        ))}
      </ul>
      <p className="mt-4 text-small text-muted">
        They do not count. Wrong? <TextLink to="/contact">Write to us</TextLink>.
      </p>
    </Card>
  )
}

function Ledger({ rows }: { rows: readonly LedgerRow[] | null }) {
  if (!rows) return <ErrorPanel message="Failed to load your points" />
  if (rows.length === 0) {
    return (
      <EmptyState subject="scroll" action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}>
        No points yet. Enter a challenge or vote.
      </EmptyState>
    )
  }
  return (
    <Card flush className="overflow-hidden">
      <DataTable
        layout="ranking"
        caption="Changes of your points"
        columns={columns}
        rows={rows}
        rowKey={({ id }) => id}
      />
    </Card>
  )
}

const columns: readonly Column<LedgerRow>[] = [
  { header: 'Reason', part: 'subject', cell: (row) => <Reason row={row} /> },
  {
    header: 'Date',
    wideOnly: true,
    width: 'sm:w-36',
    cell: ({ at }) => <Day at={at} />,
  },
  {
    header: 'Points',
    align: 'figures',
    width: 'w-29 sm:w-24',
    cell: ({ points, at }) => (
      <>
        <Change points={points} />
        <p className="sm:hidden">
          <Day at={at} />
        </p>
      </>
    ),
  },
]

function Day({ at }: Pick<LedgerRow, 'at'>) {
  return <Time value={at} format="short" className="text-small whitespace-nowrap text-muted" />
}

function Reason({ row: { reason, challenge, description } }: { row: LedgerRow }) {
  return (
    <div className="text-left wrap-anywhere">
      <p className="font-semibold">{REASON_LABELS[reason]}</p>
      {challenge && (
        <Link
          dir="auto"
          to={`/challenges/${challenge.id}`}
          className="inline-block min-h-6 text-small text-muted underline-offset-[0.22em] hover:text-ink hover:underline"
        >
          {challenge.title}
        </Link>
      )}
      {description && (
        <p dir="auto" className="text-small text-muted">
          {description}
        </p>
      )}
    </div>
  )
}

function Change({ points }: { points: number }) {
  const sign = points > 0 ? '+' : '\u2212'
  return (
    <span className={`font-semibold ${points > 0 ? 'text-good-text' : 'text-bad'}`}>
      {sign}
      {formatNumber(Math.abs(points))}
    </span>
  )
}

function pointsPath(page: number): string {
  return pathWith('/profile/points', { page: page > 1 ? page : null })
}
