import { data, Link, useSearchParams } from 'react-router'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { NumberText } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { mayUse } from '#domain/roles/rules.ts'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { isId } from '#platform/id.server.ts'
import { ConfirmHost } from '../confirmation/confirm-dialog.tsx'
import { AdminList, ExportLink } from '../list/admin-list.tsx'
import { RowSubject, RowTime } from '../list/row.tsx'
import { CHALLENGES_PATH, EXPORTS } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { SelectionBar, SelectionBox, useSelection } from './bulk/selection.tsx'
import { FILTERS, SubmissionFilters } from './filters.tsx'
import { submissionList } from './list.server.ts'
import { queuePath } from './queue/queue-path.ts'
import { Status, SubmissionActions } from './row.tsx'

export async function loader({ request, params, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const { id } = params
  if (id !== undefined && !isId(id)) throw data(null, { status: 404 })
  const list = await submissionList(context, admin, new URL(request.url).searchParams, id ?? null)
  const challengePath = mayUse(admin, 'challenges') ? CHALLENGES_PATH : '/challenges'
  return { ...list, challengePath, mayExport: mayUse(admin, 'exports') }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: args.params.id ? 'Entries' : 'Submissions', hidden: true })
}

/** All submissions, for moderation (ADM-38), or those of one challenge (ADM-92). */
export default function AdminSubmissions({ loaderData }: Route.ComponentProps) {
  const { region, recount, ...selection } = useSelection()
  const columns = columnsOf(loaderData)
  const { sectionOf } = loaderData
  return (
    <>
      <PageHeader title={sectionOf ? 'Entries' : 'Submissions'} actions={<Actions {...loaderData} />} />
      <SubmissionFilters challenges={sectionOf ? null : loaderData.challenges} />
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

interface Listing {
  /** The challenge whose section it is; null for the list of all. */
  sectionOf: string | null
  /** Where the pages of challenges are, for moderators the public ones. */
  challengePath: string
}

function columnsOf({ sectionOf, challengePath }: Listing): readonly Column<SubmissionRow>[] {
  const [subject, user, ...others] = COLUMNS
  return sectionOf ? COLUMNS : [subject, user, challengeColumn(challengePath), ...others]
}

function challengeColumn(path: string): Column<SubmissionRow> {
  return {
    header: 'Challenge',
    width: 'w-31',
    cell: ({ challenge }) => (
      <Link
        dir="auto"
        to={`${path}/${challenge.id}`}
        className="inline-block min-h-6 wrap-anywhere hover:underline"
      >
        {challenge.title}
      </Link>
    ),
  }
}

type Shown = Column<SubmissionRow>

const COLUMNS: readonly [Shown, Shown, ...Shown[]] = [
  {
    header: 'Submission',
    part: 'subject',
    cell: (row) => (
      <div className="flex items-center gap-3">
        <SelectionBox row={row} />
        <RowSubject
          imageUrl={row.imageUrl}
          fallback="submission"
          title={
            <span dir="auto" className="line-clamp-2 stacked:line-clamp-none" title={row.title}>
              {row.title}
            </span>
          }
          excerpt={row.excerpt}
        />
      </div>
    ),
  },
  { header: 'User', width: 'w-34', cell: ({ user }) => <Author user={user} /> },
  { header: 'Status', width: 'w-25', cell: (row) => <Status row={row} /> },
  { header: 'Votes', width: 'w-16', cell: ({ votes }) => <Votes votes={votes} /> },
  {
    header: 'Date',
    width: 'w-24',
    cell: ({ submittedAt }) => <RowTime value={submittedAt} format="short" />,
  },
  { header: 'Actions', part: 'actions', width: 'w-58', cell: (row) => <SubmissionActions row={row} /> },
]

/** Counts of a secret ballot are shown when its challenge is completed. */
function Votes({ votes }: Pick<SubmissionRow, 'votes'>) {
  return votes === null ? <span className="text-muted">Secret</span> : <NumberText value={votes} />
}

function Author({ user }: Pick<SubmissionRow, 'user'>) {
  const name = memberName(user.displayName)
  if (user.isDeleted)
    return (
      <span className="text-muted">
        <bdi>{name}</bdi> (deleted)
      </span>
    )
  return (
    <Link
      to={`/profile/${user.id}`}
      className="inline-flex min-h-7 max-w-full flex-wrap items-center gap-2 font-medium xl:flex-nowrap stacked:flex-nowrap hover:underline"
    >
      <Avatar photoUrl={user.photoUrl} rank={user.rank} size="tiny" />
      <span dir="auto" className="line-clamp-2 min-w-0 wrap-anywhere" title={name}>
        {name}
      </span>
    </Link>
  )
}

/** Review and export of all submissions, or of the selected challenge. */
interface ActionsProps {
  sectionOf: string | null
  challenges: { id: string }[]
  mayExport: boolean
}

function Actions({ sectionOf, challenges, mayExport }: ActionsProps) {
  const [params] = useSearchParams()
  const challengeId = sectionOf ?? challenges.find(({ id }) => id === params.get('challenge'))?.id ?? null
  return (
    <>
      <ButtonLink to={queuePath({ challengeId })}>Review pending</ButtonLink>
      {mayExport && challengeId && (
        <ExportLink to={`${EXPORTS.submissions}?challenge=${challengeId}`}>Export results</ExportLink>
      )}
      {mayExport && !challengeId && <ExportLink to={EXPORTS.submissions}>Export CSV</ExportLink>}
    </>
  )
}
