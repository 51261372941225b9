import { FeedLink } from '#app/frame/feed-link.tsx'
import { ChallengeCard } from '#app/parts/challenges/challenge-card.tsx'
import { CardGrid } from '#app/ui/card.tsx'
import { CardSkeletons } from '#app/ui/lists/loading.tsx'
import { Pager } from '#app/ui/lists/pager.tsx'
import { ListSection } from '#app/ui/section.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import type { Kind } from '#domain/challenges/rules.ts'
import { allPath, FINISHED, NO_FILTERS } from './all-params.ts'
import { listPath } from './list-sections.ts'

const COMPLETED_ID = 'completed-challenges'

interface Props {
  challenges: ChallengeSummary[] | null
  kind: Kind | null
  page: number
  last: number
  isLoading: boolean
  signedIn: boolean
  now: Date
}

export function CompletedSection({ challenges, kind, page, last, isLoading, signedIn, now }: Props) {
  return (
    <ListSection
      id={COMPLETED_ID}
      title="Completed Challenges"
      link={{ to: allPath({ ...NO_FILTERS, statuses: FINISHED, kind }), label: 'View all' }}
      aside={
        <>
          <ArrowLink to="/challenges/archive">Browse the archive</ArrowLink>
          <ArrowLink to="/challenges/suggest">Suggest a challenge</ArrowLink>
          <FeedLink path="/challenges.atom" />
        </>
      }
      className="mt-14 sm:mt-18"
      items={challenges}
      failed="Failed to load completed challenges. Please try again."
      empty={<EmptyState subject="scroll">No completed challenges match your filter criteria</EmptyState>}
    >
      {(items) => (
        <>
          {isLoading ? (
            <CardSkeletons count={items.length} label="Loading challenges" />
          ) : (
            <CardGrid>
              {items.map((challenge) => (
                <ChallengeCard key={challenge.id} challenge={challenge} signedIn={signedIn} now={now} />
              ))}
            </CardGrid>
          )}
          <Pager
            current={page}
            last={last}
            to={(other) => listPath(kind, other)}
            label="Pages of completed challenges"
          />
        </>
      )}
    </ListSection>
  )
}
