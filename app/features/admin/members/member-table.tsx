import { Link, useLocation } from 'react-router'
import { Avatar } from '#app/ui/avatar.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { AdminBadge } from '#app/ui/member.tsx'
import { memberName } from '#app/ui/names.ts'
import { NumberText, Place } from '#app/ui/number.tsx'
import { RankBadge } from '#app/ui/rank.tsx'
import { Time } from '#app/ui/time.tsx'
import type { MemberRow } from '#domain/members/admin-list.server.ts'
import { ConfirmLink } from '../components/confirm-dialog.tsx'
import {
  ACCOUNT_ACTIONS,
  ADJUSTMENTS,
  type AdjustmentKind,
  accountActionPath,
  adjustmentUrl,
} from './paths.ts'

interface Props {
  rows: readonly MemberRow[]
  /** The number of members on the pages before. */
  before: number
  onChange: (member: MemberRow, change: AdjustmentKind) => void
}

/** The members with links to change their points, rank and account (ADM-46, ADM-47). */
export function MemberTable({ rows, before, onChange }: Props) {
  return (
    <table className="data-table list-table">
      <thead>
        <tr>
          <th scope="col">User</th>
          <th scope="col">Rank</th>
          <th scope="col">Points</th>
          <th scope="col">Joined</th>
          <th scope="col">Submissions</th>
          <th scope="col">Actions</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((member, position) => (
          <Row key={member.id} member={member} place={before + position + 1} onChange={onChange} />
        ))}
      </tbody>
    </table>
  )
}

interface RowProps extends Pick<Props, 'onChange'> {
  member: MemberRow
  place: number
}

function Row({ member, place, onChange }: RowProps) {
  return (
    <tr>
      <td>
        <div className="list-subject">
          <span className="min-w-7 shrink-0">
            <Place place={place} />
          </span>
          <Avatar photoUrl={member.photoUrl} rank={member.rank} />
          <span className="min-w-0">
            <span className="flex items-center gap-2">
              <span className="truncate font-medium">{memberName(member.displayName)}</span>
              {member.isAdmin && <AdminBadge compact />}
            </span>
            {member.email && <span className="block truncate text-small text-muted">{member.email}</span>}
            {member.suspendedAt && (
              <Badge tone="rejected" on="bare">
                Suspended
              </Badge>
            )}
          </span>
        </div>
      </td>
      <td data-label="Rank">
        <RankBadge rank={member.rank} />
      </td>
      <td data-label="Points">
        <NumberText value={member.points} />
      </td>
      <td data-label="Joined" className="figures whitespace-nowrap">
        <Time value={member.joinedAt} style="short" />
      </td>
      <td data-label="Submissions">
        <NumberText value={member.submissions} />
      </td>
      <td>
        <div className="row-actions">
          <AdjustmentLink member={member} change="points" onChange={onChange} />
          <AdjustmentLink member={member} change="rank" onChange={onChange} />
          <Link
            to={`/profile/${member.id}`}
            target="_blank"
            rel="noopener"
            className="row-link"
            aria-label={`View Profile of ${memberName(member.displayName)} in a new tab`}
          >
            View Profile
          </Link>
          {(member.suspendedAt || !member.isAdmin) && <AccountAction member={member} />}
        </div>
      </td>
    </tr>
  )
}

function AccountAction({ member }: { member: MemberRow }) {
  const about = memberName(member.displayName)
  const action = member.suspendedAt ? 'reinstate' : 'suspend'
  return (
    <ConfirmLink
      path={accountActionPath(member.id, action)}
      title={ACCOUNT_ACTIONS[action]}
      about={about}
      danger={!member.suspendedAt}
    >
      {member.suspendedAt ? 'Lift Suspension' : 'Suspend'}
    </ConfirmLink>
  )
}

interface LinkProps extends Pick<Props, 'onChange'> {
  member: MemberRow
  change: AdjustmentKind
}

/** Opens the form in a dialog, or as a page without scripts. */
function AdjustmentLink({ member, change, onChange }: LinkProps) {
  const { pathname, search } = useLocation()

  function open(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.button !== 0) return
    event.preventDefault()
    onChange(member, change)
  }

  return (
    <Link
      to={adjustmentUrl(member.id, change, pathname + search)}
      onClick={open}
      className="row-link"
      aria-label={`${ADJUSTMENTS[change]} of ${memberName(member.displayName)}`}
    >
      {ADJUSTMENTS[change]}
    </Link>
  )
}
