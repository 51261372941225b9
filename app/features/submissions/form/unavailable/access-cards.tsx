import { useEffect, useRef } from 'react'
import { useNavigationType } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Breadcrumb } from '#app/ui/page-header.tsx'
import { EmptyScene, type EmptySubject } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'

interface Props {
  heading: string
  subject?: EmptySubject
  challenge?: { id: string; title: string }
  children: React.ReactNode
  actions: React.ReactNode
  more?: React.ReactNode
  /** Focuses the heading after a form was sent by scripts, for screen readers. */
  focusHeading?: boolean
}

/** A page with one card in place of the form, and links to continue. */
export function AccessCard({
  heading,
  subject = 'moon',
  challenge,
  children,
  actions,
  more,
  focusHeading,
}: Props) {
  const title = useHeadingFocus(focusHeading === true)
  return (
    <div className="page max-w-180 pt-8 sm:pt-12">
      {challenge && (
        <Breadcrumb
          crumbs={[
            { label: 'Challenges', to: '/challenges' },
            { label: challenge.title, to: `/challenges/${challenge.id}` },
          ]}
        />
      )}
      <Card flush className="flex flex-col items-center px-6 py-12 text-center">
        <EmptyScene subject={subject} />
        <h1 ref={title} tabIndex={focusHeading ? -1 : undefined} className="mt-6 text-title outline-none">
          {heading}
        </h1>
        <div className="mt-3 max-w-120 text-lead text-muted wrap-anywhere">{children}</div>
        <div className="mt-8 flex flex-wrap justify-center gap-3">{actions}</div>
      </Card>
      {more}
    </div>
  )
}

interface AlreadySubmittedProps {
  challengeId: string
  title: string
  submission: { id: string; status: string }
  progress: string
  more?: React.ReactNode
}

export function AlreadySubmitted({ challengeId, title, submission, progress, more }: AlreadySubmittedProps) {
  return (
    <AccessCard
      heading="You've Already Submitted"
      subject="scroll"
      challenge={{ id: challengeId, title }}
      actions={<SubmissionLinks challengeId={challengeId} submissionId={submission.id} />}
      more={more}
    >
      You can submit one entry per challenge. Your entry for “<bdi>{title}</bdi>” was{' '}
      {submission.status === 'rejected' ? 'rejected' : 'submitted'}.
      <span className="mt-2 block">
        Status: <strong className="text-ink">{progress}</strong>
      </span>
    </AccessCard>
  )
}

interface ChangesSavedProps {
  challengeId: string
  title: string
  submissionId: string
}

export function ChangesSaved({ challengeId, title, submissionId }: ChangesSavedProps) {
  return (
    <AccessCard
      heading="Submission Updated!"
      subject="ninja"
      challenge={{ id: challengeId, title }}
      actions={<SubmissionLinks challengeId={challengeId} submissionId={submissionId} />}
      focusHeading
    >
      Your changes to your entry for “<bdi>{title}</bdi>” were saved.
    </AccessCard>
  )
}

interface NotAvailableProps {
  reason: string
  opensAt?: Date | null
  more?: React.ReactNode
}

/** Why the challenge accepts no submission, and from when on it will (SUB-17). */
export function ChallengeNotAvailable({ reason, opensAt, more }: NotAvailableProps) {
  return (
    <AccessCard
      heading="Challenge Not Available"
      actions={<ButtonLink to="/challenges">See Active Challenges</ButtonLink>}
      more={more}
    >
      {reason}
      {opensAt && (
        <span className="mt-2 block">
          It opens on <Time value={opensAt} format="datetime" />.
        </span>
      )}
    </AccessCard>
  )
}

export function EditingNotAvailable({ reason, more }: { reason: string; more?: React.ReactNode }) {
  return (
    <AccessCard
      heading="Editing Not Available"
      actions={<ButtonLink to="/challenges">See Active Challenges</ButtonLink>}
      more={more}
    >
      {reason}
    </AccessCard>
  )
}

export function useHeadingFocus(enabled: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const isClientNavigation = useNavigationType() !== 'POP'
  useEffect(() => {
    if (enabled && isClientNavigation) title.current?.focus()
  }, [enabled, isClientNavigation])
  return title
}

export function SubmissionLinks({
  challengeId,
  submissionId,
}: {
  challengeId: string
  submissionId: string
}) {
  return (
    <>
      <ButtonLink to={`/challenges/${challengeId}/submissions/${submissionId}`}>
        View My Submission
      </ButtonLink>
      <ButtonLink to={`/challenges/${challengeId}`} variant="secondary">
        Challenge Details
      </ButtonLink>
    </>
  )
}
