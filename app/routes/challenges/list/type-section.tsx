import { ButtonLink } from '#app/ui/controls/button.tsx'
import { EmptyState } from '#app/ui/surfaces/empty-state.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { Section } from '#app/ui/surfaces/section.tsx'
import type { ChallengeCard } from '#domain/challenges/queries.server.ts'
import { ChallengeRow } from '../challenge-row.tsx'
import type { SectionWords } from './sections.ts'

interface Props {
  section: SectionWords
  /** null where they could not be loaded. */
  challenges: ChallengeCard[] | null
  signedIn: boolean
  now: Date
}

/** The open challenges of one type: cards, or why there are none. */
export function TypeSection({ section, challenges, signedIn, now }: Props) {
  return (
    <Section id={section.id} title={section.title} subtitle={section.subtitle} className="mt-14 sm:mt-18">
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
    </Section>
  )
}

function ArchiveLink() {
  return (
    <ButtonLink to="/challenges/archive" look="quiet">
      Browse the archive
    </ButtonLink>
  )
}
