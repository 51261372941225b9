import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ChallengeDates } from './form-sidebar.tsx'
import { Receipt } from './receipt.tsx'
import { SubmissionForm } from './submission-form.tsx'
import type { SubmissionRefusal } from './submission-values.ts'
import type { submitPage } from './submit.server.ts'
import { AlreadySubmitted, ChallengeNotAvailable } from './unavailable/access-cards.tsx'
import { PreservedInput } from './unavailable/preserved-input.tsx'

interface Props {
  page: Awaited<ReturnType<typeof submitPage>>
  refused?: SubmissionRefusal
  challengeId: string
}

/** The form of a new submission, or why there is none. */
export function SubmitPage({ page, refused, challengeId }: Props) {
  if (page.state === 'sent') return <Receipt challengeId={challengeId} {...page} />
  if (page.state === 'already-submitted') {
    const preservedInput = <PreservedInput values={refused?.values} />
    return <AlreadySubmitted challengeId={challengeId} {...page} more={preservedInput} />
  }
  if (page.state === 'unavailable') {
    const preservedInput = <PreservedInput values={refused?.values ?? page.written} />
    return <ChallengeNotAvailable reason={page.reason} more={preservedInput} />
  }
  const { challenge, knownTools, start, draft } = page
  const challengePath = `/challenges/${challenge.id}`
  return (
    <div className="page">
      <SubmissionForm
        key={challenge.id}
        challenge={challenge}
        header={(current) => (
          <PageHeader
            title={`Submit to: ${challenge.title}`}
            crumbs={[
              { label: 'Challenges', to: '/challenges' },
              { label: challenge.title, to: challengePath },
              { label: 'Submit' },
            ]}
            subtitle={<ChallengeDates challenge={current} />}
            actions={
              <ButtonLink to={challengePath} variant="secondary">
                Challenge Details
              </ButtonLink>
            }
          />
        )}
        knownTools={knownTools}
        action={`${challengePath}/submit`}
        start={start}
        image={draft.image}
        refused={refused}
        cancelTo={challengePath}
        draft={draft}
      />
    </div>
  )
}
