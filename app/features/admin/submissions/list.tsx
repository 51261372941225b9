import { use, useEffect, useRef } from 'react'
import { Link, useFetcher, useLocation, useRevalidator, useSearchParams } from 'react-router'
import { useOnAccepted } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Avatar } from '#app/parts/avatar.tsx'
import { memberName } from '#app/parts/names.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/data-table.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import { ControlSlot } from '#app/ui/kept-rows.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { showToast } from '#app/ui/toast.tsx'
import type { Judgement } from '#domain/moderation/rules.ts'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { type AdminSort, type SortColumn, sortParam } from '#domain/submissions/admin-sort.ts'
import { ConfirmHost, ConfirmLink } from '../confirmation/confirm-dialog.tsx'
import { AdminList, ExportLink } from '../list/admin-list.tsx'
import { appliedChoices, appliedDates, DateField, FilterForm, ZoneField } from '../list/filter-form.tsx'
import { queryWith } from '../list/filters.ts'
import { RowActions, RowButton, RowLink, RowOutcome, RowSubject, RowTime } from '../list/row.tsx'
import { RowActionsContext, useRowOutcome } from '../list/row-outcome.ts'
import { EXPORTS, SUBMISSIONS_PATH } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { submissionList } from './list.server.ts'
import { queuePath } from './queue/queue-path.ts'
import { SelectionBar, SelectionBox, useSelection } from './selection.tsx'
import { SUBMISSION_STATUSES, submissionLabel, TITLES } from './statuses.ts'

export const FILTERS = 'submission-filters'

export function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return submissionList(context, admin, new URL(request.url).searchParams)
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Submissions', hidden: true })
}

/** All submissions, for moderation (ADM-38). */
export default function AdminSubmissions({ loaderData }: Route.ComponentProps) {
  const { region, recount, ...selection } = useSelection()
  const columns = useColumns(loaderData)
  return (
    <>
      <PageHeader title="Submissions" actions={<Actions challenges={loaderData.challenges} />} />
      <SubmissionFilters challenges={loaderData.challenges} />
      <ConfirmHost label="Submissions">
        <div ref={region} onChange={recount} className="contents">
          <AdminList
            list={loaderData.list}
            toolbar={<SelectionBar {...selection} />}
            of="submissions"
            search={{
              label: 'Search titles and descriptions',
              placeholder: 'Search submissions...',
              form: FILTERS,
            }}
            failed="Failed to load submissions"
            empty="No submissions found matching your filters"
            columns={columns}
          />
        </div>
      </ConfirmHost>
    </>
  )
}

interface Sorting {
  sort: AdminSort
  /** The list can be sorted by votes. */
  votesSort: boolean
}

function useColumns({ sort, votesSort }: Sorting): readonly Column<SubmissionRow>[] {
  const { pathname, search } = useLocation()
  return COLUMNS.map(({ sorts, ...column }) => {
    if (!sorts || (sorts === 'votes' && !votesSort)) return column
    const isSorted = sort.column === sorts
    // Dates and votes begin with the largest.
    const descending = isSorted ? !sort.descending : sorts === 'submitted' || sorts === 'votes'
    const direction = sort.descending ? 'descending' : 'ascending'
    const to = pathname + queryWith(search, 'sort', sortParam({ column: sorts, descending }))
    return { ...column, sort: { to, direction: isSorted ? direction : null } }
  })
}

const COLUMNS: readonly (Column<SubmissionRow> & { sorts?: SortColumn })[] = [
  {
    header: 'Submission',
    sorts: 'title',
    part: 'subject',
    cell: (row) => (
      <div className="flex items-center gap-3">
        <SelectionBox row={row} />
        <RowSubject
          imageUrl={row.imageUrl}
          fallback="submission"
          title={
            <span className="line-clamp-2 stacked:line-clamp-none" title={row.title}>
              {row.title}
            </span>
          }
          excerpt={row.excerpt}
        />
      </div>
    ),
  },
  { header: 'User', width: 'w-34', cell: ({ user }) => <Author user={user} /> },
  {
    header: 'Challenge',
    sorts: 'challenge',
    width: 'w-31',
    cell: ({ challenge }) => (
      <Link to={`/challenges/${challenge.id}`} className="inline-block min-h-6 wrap-anywhere hover:underline">
        {challenge.title}
      </Link>
    ),
  },
  {
    header: 'Status',
    sorts: 'status',
    width: 'w-25',
    cell: (row) => <Status row={row} />,
  },
  { header: 'Votes', sorts: 'votes', width: 'w-16', cell: ({ votes }) => <Votes votes={votes} /> },
  {
    header: 'Date',
    sorts: 'submitted',
    width: 'w-24',
    cell: ({ submittedAt }) => <RowTime value={submittedAt} style="short" />,
  },
  { header: 'Actions', part: 'actions', width: 'w-58', cell: (row) => <SubmissionActions row={row} /> },
]

/** Counts of a secret ballot are shown when its challenge is completed. */
function Votes({ votes }: Pick<SubmissionRow, 'votes'>) {
  return votes === null ? <span className="text-muted">Secret</span> : <NumberText value={votes} />
}

function Author({ user }: Pick<SubmissionRow, 'user'>) {
  const name = memberName(user.displayName)
  if (user.isDeleted) return <span className="text-muted">{name} (deleted)</span>
  return (
    <Link
      to={`/profile/${user.id}`}
      className="inline-flex min-h-7 max-w-full flex-wrap items-center gap-2 font-medium xl:flex-nowrap hover:underline"
    >
      <Avatar photoUrl={user.photoUrl} rank={user.rank} size="tiny" />
      <span className="line-clamp-2 min-w-0 wrap-anywhere" title={name}>
        {name}
      </span>
    </Link>
  )
}

function Status({ row }: { row: SubmissionRow }) {
  const { action, gone } = useRowOutcome(row.id)
  const judgement = useJudgement(row)
  const current = judgement ?? (action === 'undo' && gone ? row.statusBefore : row.status)
  return (
    <>
      <Badge tone={current} on="bare">
        {submissionLabel(current)}
      </Badge>
      {current === 'rejected' && row.rejectionReason && (
        <p className="mt-0.5 line-clamp-3 text-small wrap-anywhere text-muted" title={row.rejectionReason}>
          {row.rejectionReason}
        </p>
      )}
    </>
  )
}

/** The status that an administrator gave in this visit or a short time ago. */
function useJudgement({ id, status, isUndoable }: SubmissionRow): Judgement | null {
  const { action, gone } = useRowOutcome(id)
  if (gone && action === 'approve') return 'approved'
  if (gone && action === 'reject') return 'rejected'
  // Of a row that left the list otherwise, the listed status is not the current one.
  if (status === 'pending' || gone) return null
  return isUndoable || action === 'approve' || action === 'reject' ? status : null
}

/**
 * The actions of a submission: approve while pending, reject unless rejected, undo for a while, view and delete always
 * (ADM-38).
 */
function SubmissionActions({ row }: { row: SubmissionRow }) {
  const { id, title, status, challenge } = row
  const path = `${SUBMISSIONS_PATH}/${id}`
  const { action, gone } = useRowOutcome(id)
  const judgement = useJudgement(row)
  const isJudgedHere = judgement !== null && (action === 'approve' || action === 'reject')
  return (
    <RowActions gone={judgement ? null : gone}>
      <RowLink
        to={`/challenges/${challenge.id}/submissions/${id}`}
        target="_blank"
        label={`View ${title} in a new tab`}
      >
        View
      </RowLink>
      {judgement && !isJudgedHere && <UndoButton row={row} judgement={judgement} />}
      {(status !== 'rejected' || isJudgedHere) && (
        <ControlSlot
          outcome={isJudgedHere ? <JudgementOutcome row={row} judgement={judgement} /> : null}
          className="stacked:flex-wrap stacked:gap-2"
        >
          {(status === 'pending' || isJudgedHere) && (
            <ActionButton row={row} action="approve">
              Approve
            </ActionButton>
          )}
          <ConfirmLink path={`${path}/reject`} title={TITLES.reject} about={title}>
            Reject
          </ConfirmLink>
        </ControlSlot>
      )}
      <ConfirmLink path={`${path}/delete`} title={TITLES.remove} about={title} danger>
        Delete
      </ConfirmLink>
    </RowActions>
  )
}

/** The undo button is not where the approve button was: a second click on that must not undo it. */
function JudgementOutcome({ row, judgement }: { row: SubmissionRow; judgement: Judgement }) {
  return (
    <>
      <RowOutcome>
        <span className="sr-only stacked:not-sr-only">{submissionLabel(judgement)}</span>
      </RowOutcome>
      <UndoButton row={row} judgement={judgement} />
    </>
  )
}

function UndoButton({ row, judgement }: { row: SubmissionRow; judgement: Judgement }) {
  return (
    <ActionButton row={row} action="undo" judgement={judgement}>
      Undo
    </ActionButton>
  )
}

interface ActionButtonProps {
  row: SubmissionRow
  action: 'approve' | 'undo'
  /** The status that the action undoes. */
  judgement?: Judgement
  children: string
}

/** Acts on the listed version without confirmation. */
function ActionButton({ row: { id, title, version }, action, judgement, children }: ActionButtonProps) {
  const { pathname, search } = useLocation()
  const { Form, data, state } = useFetcher<Failure>()
  const { revalidate } = useRevalidator()
  const { remember } = use(RowActionsContext)
  const path = `${SUBMISSIONS_PATH}/${id}/${action}`
  useOnAccepted({ state, data }, () => remember(id, action))
  const form = useRef<HTMLFormElement>(null)
  useEffect(() => {
    if (!data) return
    const retry = { label: 'Retry', run: () => form.current?.requestSubmit() }
    showToast(data.message, 'bad', data.unsent && retry)
    if (!data.unsent) revalidate()
  }, [data, revalidate])
  const pending = state !== 'idle'
  return (
    <Form ref={form} method="post" action={path} preventScrollReset>
      <input type="hidden" name="returnTo" value={pathname + search} />
      <input type="hidden" name="version" value={version} />
      {judgement && <input type="hidden" name="judgement" value={judgement} />}
      <RowButton
        label={`${children} ${title}`}
        aria-disabled={pending || undefined}
        onClick={pending ? (event) => event.preventDefault() : undefined}
      >
        {children}
      </RowButton>
    </Form>
  )
}

/** Review and export of all submissions, or of the selected challenge. */
function Actions({ challenges }: { challenges: { id: string }[] }) {
  const [params] = useSearchParams()
  const chosen = challenges.find(({ id }) => id === params.get('challenge'))
  return (
    <>
      <ButtonLink to={queuePath({ challengeId: chosen?.id ?? null })}>Review pending</ButtonLink>
      {chosen ? (
        <ExportLink to={`${EXPORTS.submissions}?challenge=${chosen.id}`}>Export results</ExportLink>
      ) : (
        <ExportLink to={EXPORTS.submissions}>Export CSV</ExportLink>
      )}
    </>
  )
}

export function SubmissionFilters({ challenges }: { challenges: { id: string; title: string }[] }) {
  const [params] = useSearchParams()
  const choices = {
    challenge: [
      { value: '', label: 'All Challenges' },
      ...challenges.map(({ id, title }) => ({ value: id, label: title })),
    ],
    status: [
      { value: '', label: 'All' },
      ...SUBMISSION_STATUSES.map((value) => ({ value, label: submissionLabel(value) })),
    ],
  }
  const applied = [...appliedChoices(params, choices), ...appliedDates(params, { from: 'From', to: 'To' })]
  return (
    <FilterForm id={FILTERS} title="Filter Submissions" applied={applied}>
      <Select
        label="Challenge"
        name="challenge"
        defaultValue={params.get('challenge') ?? ''}
        options={choices.challenge}
      />
      <Select
        label="Status"
        name="status"
        defaultValue={params.get('status') ?? ''}
        options={choices.status}
      />
      <Select label="Sort by" name="sort" defaultValue={params.get('sort') ?? ''} options={SORT_OPTIONS} />
      <DateField label="Submitted from" name="from" defaultValue={params.get('from') ?? ''} />
      <DateField label="Submitted to" name="to" defaultValue={params.get('to') ?? ''} />
      <ZoneField />
    </FilterForm>
  )
}

/** For rows without headers, and without a mouse. */
const SORT_OPTIONS = [
  { value: '', label: 'Newest first' },
  { value: 'submitted', label: 'Oldest first' },
  { value: 'title', label: 'Title, A to Z' },
  { value: '-title', label: 'Title, Z to A' },
  { value: '-votes', label: 'Most votes' },
  { value: 'votes', label: 'Fewest votes' },
  { value: 'status', label: 'Status, approved first' },
  { value: '-status', label: 'Status, rejected first' },
  { value: '-challenge', label: 'Newest challenge' },
  { value: 'challenge', label: 'Oldest challenge' },
]
