import { Image } from '#app/parts/image.tsx'
import { AuthorLink, PlayMark, SubmissionCard } from '#app/parts/submission-card.tsx'
import { submissionPath } from '#app/parts/submission-path.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Card, CardGrid, CoverLink } from '#app/ui/card.tsx'
import { excerpt } from '#app/ui/excerpt.ts'
import { Count } from '#app/ui/number.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'

interface Props {
  winnerId: string
  /** In the order of the votes and of the tie rule; may include the viewer's own. */
  submissions: readonly SubmissionSummary[]
}

/** The winning submission in large, and the second and third places; without votes there is no place (CHL-70). */
export function Podium({ winnerId, submissions }: Props) {
  const winner = submissions.find(({ id }) => id === winnerId)
  if (!winner) return null
  const others = submissions.filter(({ id, votes }) => id !== winnerId && (votes ?? 0) > 0)
  const places = [
    { place: '2nd place', submission: others[0] },
    { place: '3rd place', submission: others[1] },
  ]
  return (
    <section aria-labelledby="winning-work">
      <h2 id="winning-work" className="mb-4 text-[1.5rem] leading-tight">
        The winning entry
      </h2>
      <WinningCard winner={winner} />
      {others.length > 0 && (
        <CardGrid columns={2} className="mt-5">
          {places.map(
            ({ place, submission }) =>
              submission && (
                <SubmissionCard
                  key={submission.id}
                  submission={submission}
                  without="challenge"
                  badge={
                    <Badge tone="completed" on="image">
                      {place}
                    </Badge>
                  }
                />
              ),
          )}
        </CardGrid>
      )}
    </section>
  )
}

function WinningCard({ winner }: { winner: SubmissionSummary }) {
  return (
    <Card as="article" tone="won" flush link className="overflow-hidden">
      <Image
        image={winner.image}
        fallback="submission"
        alt={winner.imageAlt ?? ''}
        sizes={SIZES}
        className="aspect-[16/10]"
      >
        <PlayMark submission={winner} />
        <span className="absolute top-4 left-4">
          <Badge tone="winner" on="image">
            Winner
          </Badge>
        </span>
      </Image>
      <div className="p-5 sm:p-7">
        <h3 className="text-[1.75rem] leading-[1.15]">
          <CoverLink to={submissionPath(winner)}>{winner.title}</CoverLink>
        </h3>
        <p className="mt-3 text-muted">{excerpt(winner.description, 220)}</p>
        <div className="mt-4 flex flex-wrap items-center justify-between gap-4 text-small text-muted">
          <AuthorLink author={winner.author} />
          {winner.votes !== null && <Count value={winner.votes} one="vote" />}
        </div>
      </div>
    </Card>
  )
}

const SIZES = '(min-width: 75rem) 832px, (min-width: 64rem) 65vw, 100vw'
