import { ButtonLink } from '#app/ui/controls/button.tsx'
import { MemberLine } from '#app/ui/people/member-line.tsx'
import { RankProgress } from '#app/ui/people/rank-progress.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import { Avatar } from '#app/ui/people/avatar.tsx'
import { nameOf } from '#app/ui/people/names.ts'
import type { EntryPage } from '#domain/submissions/queries.server.ts'

/** Who made it (SUB-35). */
export function CreatorCard({ author }: { author: EntryPage['author'] }) {
  const rank = author.rank || 'Novice Ninja'
  if (author.isDeleted) return <DeletedCreator author={author} />
  return (
    <Card as="section" eyebrow="Creator">
      <MemberLine person={{ ...author, displayName: author.displayName || 'Ninja User', rank }} />
      <div className="mt-5 mb-5">
        <RankProgress points={author.points} rank={rank} />
      </div>
      <ButtonLink to={`/profile/${author.id}`} look="quiet" wide>
        View Profile
      </ButtonLink>
    </Card>
  )
}

function DeletedCreator({ author }: { author: EntryPage['author'] }) {
  return (
    <Card as="section" eyebrow="Creator">
      <div className="flex items-center gap-3">
        <Avatar photoUrl={author.photoUrl} rank={author.rank} />
        <div>
          <p className="font-semibold">{nameOf(author.displayName)}</p>
          <p className="text-small text-muted">This account was deleted.</p>
        </div>
      </div>
    </Card>
  )
}
