import { useEffect, useState } from 'react'
import { Link, useLocation, useRevalidator } from 'react-router'
import { ButtonLink } from '#app/ui/button.tsx'
import { LostScene } from '#app/ui/scene.tsx'
import { Spinner } from '#app/ui/spinner.tsx'
import { rawBeginning } from '#platform/raw-limits.ts'
import { cut, singleLine } from '#platform/text.ts'

/** What is shown for an error that does not belong to a sign-in of this browser (AUTH-14). */
export const UNKNOWN_SENDER_MESSAGE = 'Authentication failed'

const maxLength = 200

const pollIntervalMs = 2_000

const maxPolls = 8

interface Props {
  failure: string | null
  suspended?: boolean
}

/** 'Authentication Failed' or 'Account Suspended' with its reason, or 'Completing Sign In' until a session appears. */
export function CallbackPage({ failure, suspended = false }: Props) {
  const late = useWaiting(failure === null)
  const reason = failure ?? late
  return (
    <div className="page flex flex-col items-center py-16 text-center">
      {reason ? <LostScene /> : <Spinner size="lg" label="Completing Sign In" />}
      <h1 className="mt-6 text-page">{headingOf(reason, suspended)}</h1>
      <p role={reason ? 'alert' : 'status'} className="mt-3 max-w-140 text-lead text-muted">
        {reason ?? 'One moment, the dojo is opening its doors.'}
      </p>
      {suspended && (
        <p className="mt-3 text-muted">
          While your account is suspended,{' '}
          <Link to="/contact" className="text-link">
            write to us
          </Link>
          .
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

/** The title of the page, where `failure` is the reason shown or null. */
export function headingOf(failure: string | null, suspended: boolean): string {
  if (suspended) return 'Account Suspended'
  return failure ? 'Authentication Failed' : 'Completing Sign In'
}

/**
 * Reads what a provider put behind the '#', where only scripts see it, and else asks again whether a session has
 * appeared; the page is left by the answer. Returns why there is nothing left to wait for.
 */
function useWaiting(waiting: boolean): string | null {
  const { hash } = useLocation()
  const { revalidate } = useRevalidator()
  const [late, setLate] = useState<string | null>(null)

  useEffect(() => {
    if (!waiting) return
    // No sign-in of ours is answered behind the '#', so its words may be anyone's.
    if (errorMessage(new URLSearchParams(hash.slice(1)))) return setLate(UNKNOWN_SENDER_MESSAGE)

    let asked = 0
    const timer = setInterval(() => {
      asked += 1
      if (asked <= maxPolls) return void revalidate()
      setLate(UNKNOWN_SENDER_MESSAGE)
      clearInterval(timer)
    }, pollIntervalMs)
    return () => clearInterval(timer)
  }, [waiting, hash, revalidate])

  return late
}

/**
 * What the provider says went wrong (AUTH-14): 'error: description', or 'Unknown error' for the part that is
 * missing, as one line of at most 200 characters. Null when it reports no error.
 */
export function errorMessage(answer: URLSearchParams): string | null {
  const error = singleLine(rawBeginning(answer.get('error'), 'list'))
  const description = singleLine(rawBeginning(answer.get('error_description'), 'list'))
  if (!error && !description) return null
  const message = error ? `${error}: ${description || 'Unknown error'}` : 'Unknown error'
  return cut(message, maxLength)
}
