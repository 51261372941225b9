import { Link } from 'react-router'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { Avatar } from './avatar.tsx'
import { AdminBadge } from './member.tsx'
import { memberName } from './names.ts'

/** Above the link of the card. */
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
