import { data, Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { Facts, Figure } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { pageIn, pathWith } from '#app/ui/search-params.ts'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { statusLabel } from '#domain/challenges/rules.ts'
import { type DeskRow, deskRow, type VoidBatch, voidBatches } from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES, SIGNAL_NAMES } from '#domain/integrity/rules.ts'
import { type EntryVotes, votesByEntry } from '#domain/integrity/signals.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { RowTime } from '../list/row.tsx'
import type { Route } from './+types/contest.ts'
import { deskPath, INTEGRITY, STEPS, type Step, votesPath } from './paths.ts'
import { countText, SIGNAL_TITLES, SignalTexts } from './signals.tsx'

/** One challenge on the desk: its entries with what their votes have in common, voided votes and steps (ADM-61). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const desk = isId(params.id) ? await deskRow(db, admin, params.id) : undefined
  if (!desk) throw data(null, { status: 404 })
  const page = pageIn(new URL(request.url).searchParams)
  const [votes, batches] = [await votesByEntry(db, desk, page), await voidBatches(db, desk)]
  return { desk, page, ...votes, batches, mayReinstate: mayUse(admin, 'leaderboard') }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData ? `Integrity of ${loaderData.desk.title}` : INTEGRITY.label
  return pageMeta(args, { title, hidden: true })
}

export default function Contest({ loaderData }: Route.ComponentProps) {
  const { desk } = loaderData
  const { status, isHeld, isEntered, isHidden, votes, voided, votingEndsAt } = desk
  const next = status === 'completed' ? 'recount' : isHeld ? 'release' : 'hold'
  return (
    <ConfirmHost label={INTEGRITY.label}>
      <PageHeader
        crumbs={[INTEGRITY, { label: desk.title }]}
        title={desk.title}
        actions={!isEntered && <StepLink desk={desk} step={next} />}
      />
      <Facts
        facts={[
          {
            label: 'Status',
            value: <Badge tone={status}>{isHeld ? 'Result held' : statusLabel(status)}</Badge>,
          },
          { label: 'Votes', value: <Figure>{countText(votes)}</Figure> },
          { label: 'Voided', value: <Figure>{countText(voided)}</Figure> },
          {
            label: status === 'completed' ? 'Voting ended' : 'Voting ends',
            value: votingEndsAt ? <Time value={votingEndsAt} style="datetime" /> : 'N/A',
          },
        ]}
      />
      {isEntered && (
        <div className="mt-6">
          <Notice>{INTEGRITY_MESSAGES.ownContest}</Notice>
        </div>
      )}
      {!isEntered && isHidden && (
        <Card className="mt-10">
          <p className="mb-4">
            A secret ballot: counts and voters are hidden from administrators too. The audit log records who
            looks.
          </p>
          <StepLink desk={desk} step="view" />
        </Card>
      )}
      {!isEntered && !isHidden && <Votes {...loaderData} />}
    </ConfirmHost>
  )
}

function StepLink({ desk, step }: { desk: DeskRow; step: Step }) {
  return (
    <ConfirmLink
      path={`${deskPath(desk.id)}/${step}`}
      title={STEPS[step]}
      about={`for ${desk.title}`}
      look="button"
    >
      {STEPS[step]}
    </ConfirmLink>
  )
}

type Loaded = Route.ComponentProps['loaderData']

function Votes({ desk, entries, page, last, batches, mayReinstate }: Loaded) {
  return (
    <>
      <Section id="entries" title="Entries" className="mt-10">
        {entries.length === 0 ? (
          <EmptyState subject="scroll">No entry has a vote.</EmptyState>
        ) : (
          <Card flush className="overflow-hidden">
            <DataTable
              layout="list"
              columns={entryColumns(desk.id)}
              rows={entries}
              rowKey={({ id }) => id}
              marked={({ marked }) => marked > 0}
            />
          </Card>
        )}
        <Pager current={page} last={last} to={(to) => pathWith(deskPath(desk.id), { page: to })} />
        <SignalTexts />
      </Section>
      <Section id="voided" title="Voided votes" className="mt-12">
        {batches.length === 0 ? (
          <p className="text-muted">No vote was voided.</p>
        ) : (
          <Card flush className="overflow-hidden">
            <DataTable
              layout="list"
              columns={batchColumns({ desk, mayReinstate })}
              rows={batches}
              rowKey={({ id }) => id}
            />
          </Card>
        )}
      </Section>
    </>
  )
}

function entryColumns(challengeId: string): Column<EntryVotes>[] {
  const figure = { align: 'figures', width: 'w-32' } as const
  return [
    {
      header: 'Entry',
      part: 'subject',
      cell: ({ id, title, authorName }) => (
        <div className="text-left wrap-anywhere">
          <Link
            dir="auto"
            to={votesPath(challengeId, id)}
            className="inline-block min-h-6 font-semibold hover:underline"
          >
            {title}
          </Link>{' '}
          <span className="text-small text-muted">
            by <bdi>{memberName(authorName)}</bdi>
          </span>
        </div>
      ),
    },
    { ...figure, header: 'Votes', cell: ({ votes }) => formatNumber(votes) },
    ...SIGNAL_NAMES.map((signal) => ({
      ...figure,
      header: SIGNAL_TITLES[signal],
      cell: (entry: EntryVotes) => formatNumber(entry[signal]),
    })),
  ]
}

function batchColumns(desk: Pick<Loaded, 'desk' | 'mayReinstate'>): Column<VoidBatch>[] {
  return [
    {
      header: 'Reason',
      part: 'subject',
      cell: ({ reason, note, members, votes }) => (
        <div className="text-left wrap-anywhere">
          <p className="font-semibold">{VOID_REASONS[reason]}</p>
          <p className="mt-1 text-calm">{note}</p>
          <p className="mt-1 flex flex-wrap gap-x-3 text-small">
            {members.map(({ id, name }, index) => (
              <TextLink
                dir="auto"
                key={id ?? index}
                {...(id ? { to: `/profile/${id}` } : { as: 'span' })}
                className="inline-block min-h-6"
              >
                {memberName(name)}
              </TextLink>
            ))}
            {members.length > 0 && votes > members.length && (
              <span className="text-muted">and {votes - members.length} more</span>
            )}
          </p>
        </div>
      ),
    },
    { header: 'Votes', align: 'figures', width: 'w-20', cell: ({ votes }) => formatNumber(votes) },
    { header: 'Voided by', width: 'w-36', cell: ({ by }) => <bdi>{by ?? 'A former administrator'}</bdi> },
    { header: 'Voided', width: 'w-32', cell: ({ at }) => <RowTime value={at} style="shorttime" /> },
    { header: 'Restored', width: 'w-36', cell: (batch) => <Restoration {...desk} batch={batch} /> },
  ]
}

interface RestorationProps extends Pick<Loaded, 'desk' | 'mayReinstate'> {
  batch: VoidBatch
}

function Restoration({ desk, mayReinstate, batch }: RestorationProps) {
  if (batch.restoredAt) return <RowTime value={batch.restoredAt} style="shorttime" />
  if (batch.isSuspended && !mayReinstate) return 'Member suspended'
  if (batch.isSuspended)
    return <TextLink to="/admin/leaderboard">Reinstate the member to restore it</TextLink>
  if (desk.status === 'completed') return 'No'
  return (
    <ConfirmLink
      path={pathWith(`${deskPath(desk.id)}/restore`, { batch: batch.id })}
      title={STEPS.restore}
      about={`voided as “${VOID_REASONS[batch.reason]}”`}
    >
      Restore
    </ConfirmLink>
  )
}
