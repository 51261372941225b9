import { Link, useLocation } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { AdminBadge } from '#app/parts/members/member.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { RankBadge, RankDiamond, rankClass } from '#app/parts/members/rank.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card } from '#app/ui/card.tsx'
import { Select } from '#app/ui/fields/field.tsx'
import type { Column } from '#app/ui/lists/data-table.tsx'
import { choiceIn, pageRequestIn } from '#app/ui/lists/search-params.ts'
import { NumberText, Place } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ADMIN_MEMBERS_PAGE_SIZE, listMembers, type MemberRow } from '#domain/members/admin-list.server.ts'
import { RANKS } from '#domain/points/ranks.ts'
import { ConfirmHost, ConfirmLink, useFocusAfter } from '../confirmation/confirm-dialog.tsx'
import { useOpened } from '../confirmation/opened.ts'
import { AdminList, ExportLink } from '../list/admin-list.tsx'
import { FilterForm } from '../list/filter-form.tsx'
import { searchIn } from '../list/filters.ts'
import { pageOf } from '../list/list.server.ts'
import { RowActions, RowLink, RowTime } from '../list/row.tsx'
import { useRowOutcome } from '../list/row-outcome.ts'
import { EXPORTS } from '../paths.ts'
import type { Route } from './+types/list.ts'
import { AdjustmentDialog, type OpenAdjustment } from './adjustments/adjustment-dialog.tsx'
import {
  ACCOUNT_ACTIONS,
  ADJUSTMENTS,
  type AdjustmentKind,
  accountActionPath,
  adjustmentUrl,
  LEADERBOARD_PATH,
  memberPath,
} from './paths.ts'

const rankNames = RANKS.map(({ name }) => name)

const form = 'filter-users'

/** A page of members, filtered by rank, name and e-mail address (ADM-43, ADM-45). Null if it cannot be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const params = new URL(request.url).searchParams
  const [rank, page, search] = [choiceIn(params, 'rank', rankNames), pageRequestIn(params), searchIn(params)]
  const { db } = context.get(servicesContext)
  const found = await loadOrNull(context, listMembers(db, admin, { rank, search, ...page }))
  const list =
    found && pageOf({ path: LEADERBOARD_PATH, params }, found, { ...page, size: ADMIN_MEMBERS_PAGE_SIZE })
  return { rank, list, before: (page.page - 1) * ADMIN_MEMBERS_PAGE_SIZE, filtered: Boolean(rank || search) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Leaderboard Management', hidden: true })
}

export default function AdminLeaderboard({ loaderData }: Route.ComponentProps) {
  const { rank, list, before, filtered } = loaderData
  const { opened: adjustment, open, close } = useOpened<OpenAdjustment>()
  const region = useFocusAfter<HTMLDivElement>(adjustment !== null)
  return (
    <div className="flex flex-col">
      <PageHeader
        title="Leaderboard Management"
        subtitle="Manage user ranks and points"
        actions={<ExportLink to={EXPORTS.members}>Export CSV</ExportLink>}
      />
      <div className="grid grid-cols-1 items-start gap-6 max-sm:contents lg:grid-cols-2">
        <FilterForm
          id={form}
          title="Filter Users"
          titled
          applied={rank ? [{ name: 'rank', label: rank }] : []}
        >
          <Select label="Rank" name="rank" options={rankOptions} defaultValue={rank ?? ''} />
        </FilterForm>
        <RanksReference />
      </div>
      <ConfirmHost label="Users">
        <div ref={region} tabIndex={-1}>
          <AdminList
            list={list}
            of="users"
            search={{ label: 'Search users', placeholder: 'Search users...', form }}
            failed="Failed to load users"
            empty="No users found matching your filters"
            columns={memberColumns({ before, filtered, open })}
          />
        </div>
        <AdjustmentDialog adjustment={adjustment} onClose={close} />
      </ConfirmHost>
    </div>
  )
}

type Open = (adjustment: OpenAdjustment) => void

interface ColumnOptions {
  before: number
  /** Positions count the members found, so they are no places. */
  filtered: boolean
  open: Open
}

/** The columns (ADM-45, ADM-46). */
function memberColumns({ before, filtered, open }: ColumnOptions): readonly Column<MemberRow>[] {
  return [
    {
      header: 'User',
      part: 'subject',
      cell: (member, index) => (
        <MemberSubject member={member} position={<Place place={before + index + 1} plain={filtered} />} />
      ),
    },
    { header: 'Rank', width: 'w-44', cell: ({ rank }) => <RankBadge rank={rank} /> },
    { header: 'Points', width: 'w-20', cell: ({ points }) => <NumberText value={points} /> },
    { header: 'Joined', width: 'w-27', cell: ({ joinedAt }) => <RowTime value={joinedAt} format="short" /> },
    { header: 'Submissions', width: 'w-25', cell: ({ submissions }) => <NumberText value={submissions} /> },
    {
      header: 'Actions',
      part: 'actions',
      width: 'w-51',
      cell: (member) => <MemberActions member={member} open={open} />,
    },
  ]
}

function MemberSubject({ member, position }: { member: MemberRow; position: React.ReactNode }) {
  const { displayName, photoUrl, rank, isAdmin, email, suspendedAt } = member
  return (
    <div className="flex min-w-0 flex-wrap items-center gap-x-2.5">
      <span className="min-w-7 shrink-0">{position}</span>
      <Avatar photoUrl={photoUrl} rank={rank} size="small" />
      <span className="min-w-0 flex-1 basis-24">
        <span className="flex items-center gap-2">
          <Link
            dir="auto"
            to={memberPath(member.id)}
            className="inline-block min-h-6 wrap-anywhere font-medium hover:underline"
          >
            {memberName(displayName)}
          </Link>
          {isAdmin && <AdminBadge compact />}
        </span>
        {email && <span className="block wrap-anywhere text-small text-muted">{email}</span>}
        {suspendedAt && (
          <Badge tone="rejected" on="bare">
            Suspended
          </Badge>
        )}
      </span>
    </div>
  )
}

/** Links to change a member's points, rank and account (ADM-47, ADM-48). */
function MemberActions({ member, open }: { member: MemberRow; open: Open }) {
  const name = memberName(member.displayName)
  const action = member.suspendedAt ? 'reinstate' : 'suspend'
  const { gone } = useRowOutcome(member.id)
  return (
    <RowActions gone={gone} wrap>
      <AdjustmentLink member={member} change="points" open={open} />
      <AdjustmentLink member={member} change="rank" open={open} />
      <RowLink to={`/profile/${member.id}`} target="_blank" label={`View Profile of ${name} in a new tab`}>
        View Profile
      </RowLink>
      {(member.suspendedAt || !member.isAdmin) && (
        <ConfirmLink
          path={accountActionPath(member.id, action)}
          title={ACCOUNT_ACTIONS[action].title}
          about={name}
          danger={action === 'suspend'}
        >
          {action === 'suspend' ? 'Suspend' : 'Reinstate'}
        </ConfirmLink>
      )}
    </RowActions>
  )
}

interface AdjustmentLinkProps {
  member: MemberRow
  change: AdjustmentKind
  open: Open
}

/** Opens the form in a dialog, or as a page without scripts. */
function AdjustmentLink({ member, change, open }: AdjustmentLinkProps) {
  const { pathname, search } = useLocation()

  function onClick(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    open({ member, change })
  }

  return (
    <RowLink
      to={adjustmentUrl(member.id, change, pathname + search)}
      onClick={onClick}
      label={`${ADJUSTMENTS[change]} of ${memberName(member.displayName)}`}
    >
      {ADJUSTMENTS[change]}
    </RowLink>
  )
}

const rankOptions = [
  { value: '', label: 'All Ranks' },
  ...rankNames.map((name) => ({ value: name, label: name })),
]

/** Each rank with its color and minimum points (ADM-44). */
function RanksReference() {
  return (
    <Card as="section" flush className="px-6 py-5 max-sm:order-last max-sm:mt-8" aria-labelledby="ranks">
      <h2 id="ranks" className="text-card">
        Ninja Ranks Reference
      </h2>
      <ul className="mt-4 grid gap-x-8 gap-y-1.5 sm:grid-cols-2">
        {RANKS.map(({ name, minimum }) => (
          <li key={name} className="flex flex-wrap items-baseline justify-between gap-x-3">
            <span className={`inline-flex items-center gap-2 text-small ${rankClass(name)}`}>
              <RankDiamond />
              {name}
            </span>
            <span className="text-small">
              <NumberText value={minimum} />+
            </span>
          </li>
        ))}
      </ul>
    </Card>
  )
}
