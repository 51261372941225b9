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

interface EntryProps extends Omit<Props, 'challenge' | 'actions'> {
  challengeId: string
  /** Of the challenge. */
  title: string
  submissionId: string
}

function EntryCard({ challengeId, title, submissionId, ...card }: EntryProps) {
  const challengePath = `/challenges/${challengeId}`
  return (
    <AccessCard
      {...card}
      challenge={{ id: challengeId, title }}
      actions={
        <>
          <ButtonLink to={`${challengePath}/submissions/${submissionId}`}>View My Submission</ButtonLink>
          <ButtonLink to={challengePath} variant="secondary">
            Challenge Details
          </ButtonLink>
        </>
      }
    />
  )
}

interface AlreadySubmittedProps extends Pick<EntryProps, 'challengeId' | 'title' | 'more'> {
  submission: { id: string; status: string }
  progress: string
}

export function AlreadySubmitted({ submission, progress, title, ...entry }: AlreadySubmittedProps) {
  return (
    <EntryCard
      {...entry}
      title={title}
      submissionId={submission.id}
      heading="You've Already Submitted"
      subject="scroll"
    >
      You can submit one entry per challenge. Your entry for “<bdi>{title}</bdi>” was{' '}
      {submission.status === 'rejected' ? 'rejected' : 'submitted'}.
      <span className="mt-2 block">
        Status: <strong className="text-ink">{progress}</strong>
      </span>
    </EntryCard>
  )
}

export function ChangesSaved(entry: Pick<EntryProps, 'challengeId' | 'title' | 'submissionId'>) {
  return (
    <EntryCard {...entry} heading="Submission Updated!" subject="ninja" focusHeading>
      Your changes to your entry for “<bdi>{entry.title}</bdi>” were saved.
    </EntryCard>
  )
}

interface NotAvailableProps {
  what: 'Challenge' | 'Editing'
  reason: string
  opensAt?: Date | null
  more?: React.ReactNode
}

/** Why there is no form, and from when on the challenge accepts submissions (SUB-17, SUB-23). */
export function NotAvailable({ what, reason, opensAt, more }: NotAvailableProps) {
  return (
    <AccessCard
      heading={`${what} Not Available`}
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

export function useHeadingFocus(enabled: boolean) {
  const title = useRef<HTMLHeadingElement>(null)
  const isClientNavigation = useNavigationType() !== 'POP'
  useEffect(() => {
    if (enabled && isClientNavigation) title.current?.focus()
  }, [enabled, isClientNavigation])
  return title
}
