import { useCallback } from 'react'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { ProgressBar } from '#app/ui/controls/progress-bar.tsx'
import { MESSAGES } from '#domain/submissions/rules.ts'
import { SignInMessage } from './sign-in-message.tsx'

interface Upload {
  percent: number | null
  editing: boolean
  onCancel: () => void
}

/** In place of the form while it is on its way (SUB-18). */
export function UploadCard({ percent, editing, onCancel }: Upload) {
  const label = percent === null ? 'Saving your submission...' : 'Uploading your submission...'
  return (
    <section className="card card-body">
      <FocusedHeading>{editing ? 'Updating your submission' : 'Submitting your entry'}</FocusedHeading>
      <p className="mt-2 mb-8 text-muted">Please keep this page open until it is done.</p>
      <ProgressBar label={label} percent={percent} />
      {percent !== null && (
        <Button type="button" look="quiet" className="mt-8" onClick={onCancel}>
          Cancel Upload
        </Button>
      )}
    </section>
  )
}

interface Failure {
  message: string
  challengeId: string
  signedOut: boolean
  returnTo: string
  onTryAgain: () => void
}

/** What went wrong; the form behind it still holds everything (SUB-19). */
export function FailureCard({ message, challengeId, signedOut, returnTo, onTryAgain }: Failure) {
  const entered = message === MESSAGES.alreadySubmitted
  return (
    <section className="card card-body" role="alert">
      <FocusedHeading>{signedOut ? 'Sign In Required' : 'Submission Failed'}</FocusedHeading>
      <p className="mt-2 text-lead">
        {signedOut ? <SignInMessage message={message} returnTo={returnTo} /> : message}
      </p>
      <p className="mt-2 text-muted">Everything you entered is still here.</p>
      <div className="mt-8 flex flex-wrap gap-3">
        <Button type="button" onClick={onTryAgain}>
          Try Again
        </Button>
        {entered && (
          <ButtonLink to={`/challenges/${challengeId}/my-submission`} look="quiet">
            View My Submission
          </ButtonLink>
        )}
      </div>
    </section>
  )
}

function FocusedHeading({ children }: { children: React.ReactNode }) {
  const focus = useCallback((heading: HTMLHeadingElement | null) => heading?.focus(), [])
  return (
    <h2 ref={focus} tabIndex={-1} className="text-title outline-none">
      {children}
    </h2>
  )
}
