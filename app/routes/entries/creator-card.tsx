import { ButtonLink } from '#app/ui/controls/button.tsx'
import { MemberLine } from '#app/ui/people/member-line.tsx'
import { RankProgress } from '#app/ui/people/rank-progress.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import type { EntryPage } from '#domain/submissions/queries.server.ts'

/** Who made it (public §2, Submission detail). */
export function CreatorCard({ author }: { author: EntryPage['author'] }) {
  const rank = author.rank || 'Novice Ninja'
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
