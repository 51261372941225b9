import { Link } from 'react-router'
import { AdminBadge } from './admin-badge.tsx'
import { Avatar } from './avatar.tsx'
import { nameOf } from './names.ts'
import { RankBadge } from './rank-badge.tsx'

export interface Person {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin?: boolean
}

interface Props {
  person: Person
  size?: 'small' | 'medium' | 'large'
  /** What stands beside the name, such as a 'You' badge. */
  beside?: React.ReactNode
}

/** A member wherever one is named: picture, name that leads to the profile, rank. */
export function MemberLine({ person, size = 'medium', beside }: Props) {
  return (
    <div className="flex min-w-0 items-center gap-3">
      <Avatar photoUrl={person.photoUrl} rank={person.rank} size={size} />
      <div className="min-w-0">
        <p className="flex items-center gap-2">
          <Link to={`/profile/${person.id}`} className="min-h-6 clamp-2 font-semibold hover:underline">
            {nameOf(person.displayName)}
          </Link>
          {person.isAdmin && <AdminBadge compact />}
          {beside}
        </p>
        <RankBadge rank={person.rank} />
      </div>
    </div>
  )
}
