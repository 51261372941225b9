import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { Avatar } from './avatar.tsx'
import { memberName } from './names.ts'
import { RankBadge } from './rank.tsx'

interface Person {
  id: string
  displayName: string
  photoUrl: string
  rank: string
  isAdmin?: boolean
}

interface Props {
  person: Person
  size?: 'small' | 'medium' | 'large'
  beside?: React.ReactNode
}

export function MemberLine({ person, size = 'medium', beside }: Props) {
  return (
    <div className="flex min-w-0 flex-1 basis-34 flex-wrap items-center gap-x-3 gap-y-1">
      <Avatar photoUrl={person.photoUrl} rank={person.rank} size={size} />
      <div className="min-w-0 flex-1 basis-24">
        <p className="flex flex-wrap items-center gap-x-2">
          <Link
            dir="auto"
            to={`/profile/${person.id}`}
            className="min-h-6 line-clamp-2 font-semibold hover:underline"
          >
            {memberName(person.displayName)}
          </Link>
          {person.isAdmin && <AdminBadge compact />}
          {beside}
        </p>
        <RankBadge rank={person.rank} />
      </div>
    </div>
  )
}

/** No display name can contain it. */
export function AdminBadge({ compact = false }: { compact?: boolean }) {
  return (
    <span
      className={`inline-flex min-h-5.5 flex-none items-center gap-1 rounded-full border border-current bg-panel text-[0.75rem] leading-none font-semibold text-gold-text ${compact ? 'min-w-5.5 justify-center px-0.5' : 'px-2'}`}
      title="Administrator"
    >
      <Icon name="shield" className="size-3.5" />
      <span className={compact ? 'sr-only' : undefined}>Administrator</span>
    </span>
  )
}

export function YouBadge() {
  return (
    <span className="inline-flex min-h-5.5 flex-none items-center rounded-full bg-ink px-2 text-[0.75rem] leading-none font-semibold text-ground">
      You
    </span>
  )
}

export function AuthorLink({ author }: { author: SubmissionSummary['author'] }) {
  const name = memberName(author.displayName)
  const line = (
    <>
      <Avatar photoUrl={author.photoUrl} rank={author.rank} size="tiny" />
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
      {author.isAdmin && <AdminBadge compact />}
    </>
  )
  if (author.isDeleted) return <span className="flex min-w-0 items-center gap-2">{line}</span>
  return (
    <Link
      to={`/profile/${author.id}`}
      className="relative z-1 flex min-w-0 items-center gap-2 hover:text-ink hover:underline"
    >
      {line}
    </Link>
  )
}
