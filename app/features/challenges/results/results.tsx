import { Link, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/challenge-error.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { Image } from '#app/parts/image.tsx'
import { memberName } from '#app/parts/names.ts'
import { submissionPath } from '#app/parts/submission-path.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts, Figure } from '#app/ui/facts.tsx'
import { formatNumber, Place } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { edgesOf, pageParams, pageRequestIn, pathWith } from '#app/ui/search-params.ts'
import { Section } from '#app/ui/section.tsx'
import { Time } from '#app/ui/time.tsx'
import { typeAndKindLabel } from '#domain/challenges/rules.ts'
import { challengeResult, type ResultRow, resultRows } from '#domain/lifecycle/results.server.ts'
import { RESULTS_PAGE_SIZE } from '#domain/lifecycle/rules.ts'
import { lastPage, type PageRequest, pageInstead } from '#platform/paging.ts'
import type { Route } from './+types/results.ts'
import { ResultRules } from './result-rules.tsx'
import { VotesOverTime } from './votes-over-time.tsx'
import { votesPlot } from './votes-plot.server.ts'
import { winnerText } from './winner-text.ts'

/** The result of a completed challenge: places, turnout and how it was counted (CHL-73). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const challenge = await findChallenge(context, params.id)
  const result = await challengeResult(db, challenge.id)
  // Its page says when the results come.
  if (!result) throw redirect(`/challenges/${challenge.id}`)
  const requested = pageRequestIn(new URL(request.url).searchParams)
  const rows = await resultRows(db, scopeOf(context), challenge.id, result, requested)
  const last = lastPage(result.entries, RESULTS_PAGE_SIZE)
  const instead = pageInstead(requested, last, rows.length)
  if (instead) throw redirect(resultsPath(challenge.id, instead))
  const { id, title, description, type, kind, winner } = challenge
  return {
    challenge: { id, title, description, type, kind, winner },
    result,
    plot: result.hours.length > 0 ? votesPlot(result.hours) : null,
    rows,
    page: requested.page,
    last,
    viewerId: scopeOf(context).viewer?.id ?? null,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title } = loaderData.challenge
  return pageMeta(args, {
    title: `Results of ${title}`,
    description: winnerText(loaderData.challenge, loaderData.result),
    image: shareImage(`/challenges/${id}`, `The challenge ${title}`),
  })
}

export default function Results({ loaderData }: Route.ComponentProps) {
  const { challenge, result, plot, rows, page, last, viewerId } = loaderData
  const crumbs = [
    { to: '/challenges', label: 'Challenges' },
    { to: `/challenges/${challenge.id}`, label: challenge.title },
    { label: 'Results' },
  ]
  return (
    <div className="page">
      <PageHeader
        crumbs={crumbs}
        eyebrow={typeAndKindLabel(challenge)}
        title={`Results of ${challenge.title}`}
        actions={
          <ButtonLink to={`/challenges/${challenge.id}`} variant="secondary">
            Challenge Details
          </ButtonLink>
        }
      />
      <Card as="section" tone={challenge.winner ? 'won' : undefined} className="mb-8" aria-label="Winner">
        <p className="text-lead">{winnerText(challenge, result)}</p>
        {challenge.winner?.submissionId && (
          <p className="mt-3">
            <ArrowLink to={`/challenges/${challenge.id}/submissions/${challenge.winner.submissionId}`}>
              See the winning entry
            </ArrowLink>
          </p>
        )}
      </Card>
      <Facts
        facts={[
          { label: 'Members voted', value: <Figure>{formatNumber(result.votes)}</Figure> },
          { label: 'Entries', value: <Figure>{formatNumber(result.entries)}</Figure> },
          { label: 'Entries with votes', value: <Figure>{formatNumber(result.votedFor)}</Figure> },
          { label: 'Completed', value: <Time value={result.completedAt} style="short" /> },
        ]}
      />
      <Section id="places" title="Places" className="mt-12">
        {rows.length === 0 ? (
          <EmptyState subject="scroll">No entry took part in this challenge.</EmptyState>
        ) : (
          <Places rows={rows} page={page} hasVotes={result.votes > 0} viewerId={viewerId} />
        )}
        <Pager
          current={page}
          last={last}
          edges={edgesOf(rows)}
          to={(_, request) => resultsPath(challenge.id, request, 'places')}
          label="Pages of places"
        />
      </Section>
      {plot && (
        <Section id="votes-over-time" title="Votes over time">
          <VotesOverTime plot={plot} />
        </Section>
      )}
      <Section id="rules" title="How it was counted">
        <ResultRules result={result} />
      </Section>
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}

interface PlacesProps {
  rows: readonly ResultRow[]
  page: number
  hasVotes: boolean
  viewerId: string | null
}

function Places({ rows, page, hasVotes, viewerId }: PlacesProps) {
  const isSeenKnown = rows.some(({ seen }) => seen > 0)
  const before = (page - 1) * RESULTS_PAGE_SIZE
  const most = Math.max(...rows.map(({ seen }) => seen))
  const columns: Column<ResultRow>[] = [
    {
      header: 'Place',
      width: 'w-12 sm:w-16',
      cell: (row, index) => (row.votes ? <Place place={before + index + 1} /> : '\u2013'),
    },
    {
      header: 'Entry',
      part: 'subject',
      cell: (row) => (
        <Entry
          row={row}
          place={before + rows.indexOf(row) + 1}
          note={hasVotes && !row.votes ? 'No votes received' : null}
          isMine={viewerId !== null && row.submission?.author.id === viewerId}
        />
      ),
    },
    {
      header: 'Votes',
      align: 'figures',
      width: 'w-14 sm:w-20',
      cell: ({ votes }) => formatNumber(votes),
    },
  ]
  if (isSeenKnown)
    columns.push({
      header: 'Seen by',
      align: 'figures',
      width: 'w-18 sm:w-24',
      cell: ({ seen }) => <Seen seen={seen} most={most} />,
    })
  return (
    <Card flush className="overflow-hidden">
      <DataTable
        layout="ranking"
        caption="Places of the entries"
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        marked={(row) => row === rows[0] && page === 1 && row.votes > 0}
      />
    </Card>
  )
}

/** How many members saw an entry, and as a bar against the entry of the page that most have seen. */
function Seen({ seen, most }: { seen: number; most: number }) {
  return (
    <>
      {formatNumber(seen)}
      <svg
        viewBox="0 0 100 4"
        preserveAspectRatio="none"
        height="4"
        aria-hidden="true"
        className="mt-1 ml-auto block w-4/5"
      >
        <rect width="100" height="4" className="fill-ink/7" />
        <rect width={(100 * seen) / most} height="4" className="fill-edge" />
      </svg>
    </>
  )
}

interface EntryProps {
  row: ResultRow
  place: number
  note: string | null
  isMine: boolean
}

function Entry({ row: { submission, votes }, place, note, isMine }: EntryProps) {
  const isWinner = place === 1 && votes > 0
  return (
    <div className="flex items-start gap-3 text-left wrap-anywhere sm:items-center sm:gap-4">
      <Image
        image={submission?.image ?? null}
        fallback="submission"
        alt=""
        sizes={SIZES}
        className="aspect-square w-[min(3.5rem,14vw)] flex-none rounded-lg sm:aspect-video sm:w-26"
      />
      <div className="min-w-0">
        {submission ? (
          <Link
            to={submissionPath(submission)}
            className="inline-block min-h-6 font-semibold underline-offset-[0.22em] hover:underline"
          >
            {submission.title}
          </Link>
        ) : (
          <p className="text-muted">An entry that waits for approval</p>
        )}
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-small text-muted">
          {submission && `by ${memberName(submission.author.displayName)}`}
          {isWinner && <Badge tone="winner">Winner</Badge>}
          {isMine && <Badge tone="active">Your entry</Badge>}
          {note && <span className="basis-full">{note}</span>}
        </p>
      </div>
    </div>
  )
}

const SIZES = '104px'

function resultsPath(challengeId: string, request: PageRequest, hash?: string): string {
  return pathWith(`/challenges/${challengeId}/results`, pageParams(request), hash)
}
