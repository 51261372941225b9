import { ButtonLink } from '#app/ui/controls/button.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import { CardSkeletons } from '#app/ui/surfaces/skeleton.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { ChallengeRow } from '../challenge-row.tsx'
import type { SectionWords } from './sections.ts'

interface Props {
  section: SectionWords
  /** null where they could not be loaded. */
  challenges: ChallengeSummary[] | null
  /** Another kind is on its way. */
  arriving: boolean
  signedIn: boolean
  now: Date
}

/** The open challenges of one type: cards, or why there are none. */
export function TypeSection({ section, challenges, arriving, signedIn, now }: Props) {
  return (
    <Section id={section.id} title={section.title} subtitle={section.subtitle} className="mt-14 sm:mt-18">
      {arriving && <CardSkeletons count={3} label="Loading challenges" />}
      {!arriving && <Shown section={section} challenges={challenges} signedIn={signedIn} now={now} />}
    </Section>
  )
}

function Shown({ section, challenges, signedIn, now }: Omit<Props, 'arriving'>) {
  return (
    <>
      {challenges === null && <ErrorPanel message={section.failed} />}
      {challenges?.length === 0 && (
        <EmptyState action={section.name === 'daily' && <ArchiveLink />}>{section.empty}</EmptyState>
      )}
      {challenges && challenges.length > 0 && (
        <ChallengeRow
          challenges={challenges}
          signedIn={signedIn}
          now={now}
          eager={section.name === 'daily'}
        />
      )}
    </>
  )
}

function ArchiveLink() {
  return (
    <ButtonLink to="/challenges/archive" look="quiet">
      Browse the archive
    </ButtonLink>
  )
}
