import { useEffect, useState } from 'react'
import { useLocation, useNavigate, useRevalidator } from 'react-router'
import { ButtonLink, Spinner } from '#app/ui/button.tsx'
import { LostScene } from '#app/ui/illustrations/lost-scene.tsx'
import { TextLink } from '#app/ui/text-link.tsx'

const NO_SESSION = 'Authentication failed'

export const UNANSWERED_MESSAGE = 'The sign-in service is not responding. Please try again later.'

const maxHashLength = 2_000

const pollIntervalMs = 2_000

const maxPolls = 8

export interface CallbackContent {
  failure: string | null
  suspended?: boolean
  unreachable?: boolean
  reference?: string | undefined
}

/** 'Authentication Failed' or 'Account Suspended' with its reason, or 'Completing Sign In' until a session appears. */
export function CallbackPage({ failure, suspended, unreachable, reference }: CallbackContent) {
  const timeoutMessage = useSessionPolling(failure === null)
  const reason = failure ?? timeoutMessage
  useTitleOf(timeoutMessage)
  return (
    <div className="page flex flex-col items-center py-16 text-center">
      {reason ? <LostScene /> : <Spinner size="lg" label="Completing Sign In" />}
      <h1 className="mt-6 text-page">{headingOf(reason, suspended)}</h1>
      <p role={reason ? 'alert' : 'status'} className="mt-3 max-w-140 text-lead text-muted">
        {reason ?? 'Please wait a moment.'}
      </p>
      {unreachable && <p className="mt-3 text-muted">{UNANSWERED_MESSAGE}</p>}
      {reference && <p className="mt-3 text-small text-muted">Reference: {reference}</p>}
      {suspended && (
        <p className="mt-3 text-muted">
          If you think this is a mistake, <TextLink to="/contact">write to us</TextLink>.
        </p>
      )}
      <div className="mt-8">
        <ButtonLink to="/login" variant={reason ? 'primary' : 'secondary'}>
          Return to Login
        </ButtonLink>
      </div>
    </div>
  )
}

export function headingOf(failure: string | null, suspended = false): string {
  if (suspended) return 'Account Suspended'
  return failure ? 'Authentication Failed' : 'Completing Sign In'
}

/** The title of the page comes from the server, which does not know of a failure in the browser. */
function useTitleOf(failure: string | null) {
  useEffect(() => {
    if (failure) document.title = document.title.replace(headingOf(null), headingOf(failure))
  }, [failure])
}

/**
 * Polls until a session appears; the loader then redirects. Returns the message to show after the last poll. An error in
 * the fragment of the URL goes to the server, which decides what to show of it (AUTH-12).
 */
function useSessionPolling(waiting: boolean): string | null {
  const { hash } = useLocation()
  const navigate = useNavigate()
  const { revalidate } = useRevalidator()
  const [timeoutMessage, setTimeoutMessage] = useState<string | null>(null)

  useEffect(() => {
    if (!waiting) return
    const answer = new URLSearchParams(hash.slice(1, maxHashLength))
    if (answer.get('error') || answer.get('error_description')) {
      return void navigate(`/auth/callback?${answer}`, { replace: true })
    }

    let polls = 0
    const timer = setInterval(() => {
      polls += 1
      if (polls <= maxPolls) return void revalidate()
      setTimeoutMessage(NO_SESSION)
      clearInterval(timer)
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [waiting, hash, navigate, revalidate])

  return timeoutMessage
}
