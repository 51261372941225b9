import { Receipt } from './receipt.tsx'
import { SubmissionForm } from './submission-form.tsx'
import type { SubmissionRefusal } from './submission-values.ts'
import type { submitPage } from './submit.server.ts'
import { AlreadySubmitted, NotAvailable } from './unavailable/access-cards.tsx'
import { PreservedInput } from './unavailable/preserved-input.tsx'

interface Props {
  page: Awaited<ReturnType<typeof submitPage>>
  refused?: SubmissionRefusal
  challengeId: string
}

export function SubmitPage({ page, refused, challengeId }: Props) {
  if (page.state === 'sent') return <Receipt challengeId={challengeId} {...page} />
  if (page.state === 'already-submitted') {
    const preservedInput = <PreservedInput values={refused?.values} />
    return <AlreadySubmitted challengeId={challengeId} {...page} more={preservedInput} />
  }
  if (page.state === 'unavailable') {
    const preservedInput = <PreservedInput values={refused?.values ?? page.written} />
    return <NotAvailable what="Challenge" reason={page.reason} opensAt={page.opensAt} more={preservedInput} />
  }
  const { challenge, knownTools, start, draft } = page
  const challengePath = `/challenges/${challenge.id}`
  return (
    <div className="page">
      <SubmissionForm
        key={challenge.id}
        challenge={challenge}
        head={{
          lead: 'Submit to:',
          title: challenge.title,
          back: { to: challengePath, label: 'Challenge Details' },
        }}
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
