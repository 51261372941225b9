import { data, Link } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { memberName } from '#app/parts/names.ts'
import { Card } from '#app/ui/card.tsx'
import { type Column, DataTable } from '#app/ui/data-table.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { Pager } from '#app/ui/pager.tsx'
import { pageIn, pathWith } from '#app/ui/search-params.ts'
import { Section } from '#app/ui/section.tsx'
import { type DeskRow, deskRow, type VoidBatch, voidBatches } from '#domain/integrity/queries.server.ts'
import { INTEGRITY_MESSAGES, SIGNAL_NAMES } from '#domain/integrity/rules.ts'
import { type EntryVotes, votesByEntry } from '#domain/integrity/signals.server.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { VOID_REASONS } from '#domain/voting/bars.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { RowTime } from '../list/row.tsx'
import type { Route } from './+types/contest.ts'
import { deskPath, INTEGRITY, STEPS, type Step, votesPath } from './paths.ts'
import { SIGNAL_TITLES, SignalTexts } from './signals.tsx'

/** The votes of a challenge: its entries with what their votes have in common, voided votes and steps (ADM-61). */
export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const admin = adminOf(context)
  const desk = isId(params.id) ? await deskRow(db, admin, params.id) : undefined
  if (!desk) throw data(null, { status: 404 })
  const page = pageIn(new URL(request.url).searchParams)
  const [votes, batches] = [await votesByEntry(db, desk, page), await voidBatches(db, desk)]
  return { desk, page, ...votes, batches, mayManage: mayUse(admin, 'challenges') }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  const title = loaderData ? `Integrity of ${loaderData.desk.title}` : INTEGRITY.label
  return pageMeta(args, { title, hidden: true })
}

export default function Contest({ loaderData }: Route.ComponentProps) {
  const { desk, entries, page, last, batches, mayManage } = loaderData
  const { id, title, status, isHeld, isEntered, isHidden, isForReading } = desk
  const next = status === 'completed' ? 'recount' : isHeld ? 'release' : 'hold'
  return (
    <ConfirmHost label={INTEGRITY.label}>
      <PageHeader
        {...(mayManage ? { title: 'Votes and integrity' } : { title, crumbs: [INTEGRITY, { label: title }] })}
        subtitle={subtitleOf(desk)}
        actions={!isEntered && !isForReading && <StepLink desk={desk} step={next} />}
      />
      {isEntered && <Notice>{INTEGRITY_MESSAGES.ownContest}</Notice>}
      {!isEntered && isHidden && (
        <Card>
          <p className="mb-4">
            A secret ballot: counts and voters are hidden from administrators too. The audit log records who
            looks.
          </p>
          <StepLink desk={desk} step="view" />
        </Card>
      )}
      {!isEntered && !isHidden && (
        <>
          <Section id="entries" title="Entries" className="">
            <Rows
              columns={entryColumns(id)}
              rows={entries}
              marked={({ marked }) => marked > 0}
              none="No entry has a vote."
            />
            <Pager current={page} last={last} to={(to) => pathWith(deskPath(id), { page: to })} />
            <SignalTexts />
          </Section>
          <Section id="voided" title="Voided votes" className="mt-12">
            <Rows columns={batchColumns(desk)} rows={batches} none="No vote was voided." />
          </Section>
        </>
      )}
    </ConfirmHost>
  )
}

function subtitleOf({ isHeld, isHidden, isForReading, votes, voided }: DeskRow): string {
  const counts = isHidden
    ? 'Secret ballot'
    : `${formatCount(votes ?? 0, 'vote')}, ${formatNumber(voided ?? 0)} voided`
  if (isForReading) return `Canceled. ${counts}`
  return isHeld ? `Result held. ${counts}` : counts
}

function StepLink({ desk: { id, title }, step }: { desk: DeskRow; step: Step }) {
  return (
    <ConfirmLink path={`${deskPath(id)}/${step}`} title={STEPS[step]} about={`for ${title}`} look="button">
      {STEPS[step]}
    </ConfirmLink>
  )
}

interface RowsProps<Row> {
  columns: Column<Row>[]
  rows: Row[]
  marked?: (row: Row) => boolean
  none: string
}

function Rows<Row extends { id: string }>({ none, ...table }: RowsProps<Row>) {
  if (table.rows.length === 0) return <p className="text-muted">{none}</p>
  return (
    <Card flush className="overflow-hidden">
      <DataTable {...table} layout="list" rowKey={({ id }) => id} />
    </Card>
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
          <span className="text-small text-muted">by {isolated(memberName(authorName))}</span>
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

function batchColumns(desk: DeskRow): Column<VoidBatch>[] {
  return [
    {
      header: 'Reason',
      part: 'subject',
      cell: ({ reason, note, names, votes }) => (
        <div className="grid gap-1 text-left wrap-anywhere">
          <p className="font-semibold">
            {formatCount(votes, 'vote')}: {VOID_REASONS[reason].toLowerCase()}
          </p>
          <p className="text-calm">{note}</p>
          <p className="text-small text-muted">
            {names.map((name) => isolated(memberName(name))).join(', ')}
            {names.length > 0 && votes > names.length && ` and ${votes - names.length} more`}
          </p>
        </div>
      ),
    },
    { header: 'Voided by', width: 'w-36', cell: ({ by }) => isolated(by ?? 'A former administrator') },
    { header: 'Voided', width: 'w-32', cell: ({ at }) => <RowTime value={at} format="shorttime" /> },
    { header: 'Restored', width: 'w-36', cell: (batch) => restoration(desk, batch) },
  ]
}

function restoration(
  { id, status, isForReading }: DeskRow,
  { id: batch, reason, restoredAt, isSuspended }: VoidBatch,
) {
  if (restoredAt) return <RowTime value={restoredAt} format="shorttime" />
  if (isForReading) return 'No'
  if (isSuspended) return 'When the member is reinstated'
  if (status === 'completed') return 'No'
  return (
    <ConfirmLink
      path={pathWith(`${deskPath(id)}/restore`, { batch })}
      title={STEPS.restore}
      about={`voided as “${VOID_REASONS[reason]}”`}
    >
      Restore
    </ConfirmLink>
  )
}
