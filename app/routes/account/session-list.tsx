import { useEffect, useRef } from 'react'
import { useFetcher } from 'react-router'
import { Button } from '#app/ui/controls/button.tsx'
import { FormProblem } from '#app/ui/forms/form-message.tsx'
import { Badge } from '#app/ui/surfaces/badge.tsx'
import { Card } from '#app/ui/surfaces/card.tsx'
import { Time } from '#app/ui/time/time.tsx'
import type { SessionRow } from '#domain/members/sessions.server.ts'
import { END_ALL_PATH, END_OTHERS_PATH, endSessionPath } from './paths.ts'

/** Where the member is signed in, with the ways to end it. */
export function SessionList({ sessions }: { sessions: SessionRow[] }) {
  const heading = useFocusAfterRemoval(sessions.length)
  const fetcher = useFetcher<{ message: string }>()
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <Card as="section">
      <h2 ref={heading} tabIndex={-1} className="text-card outline-none">
        Sessions
      </h2>
      <p className="mt-2 text-calm text-muted">
        Where you are signed in. End a session that you do not recognize.
      </p>
      <div className="mt-3">
        <FormProblem problem={fetcher.data?.message ?? null} />
      </div>
      <ul className="rows mt-3">
        {sessions.map((session) => (
          <Session key={session.id} session={session} fetcher={fetcher} />
        ))}
      </ul>
      <div className="mt-5 flex flex-wrap gap-3">
        {others.length > 0 && (
          <EndForm action={END_OTHERS_PATH} fetcher={fetcher}>
            Sign out other sessions
          </EndForm>
        )}
        <EndForm action={END_ALL_PATH} fetcher={fetcher}>
          Sign out everywhere
        </EndForm>
      </div>
    </Card>
  )
}

function Session({ session, fetcher }: { session: SessionRow; fetcher: SessionFetcher }) {
  const { id, device, startedAt, lastSeenAt, isCurrent } = session
  const name = device || 'Unknown device'
  return (
    <li className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3 py-4">
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-3 gap-y-1 font-semibold">
          {name}
          {isCurrent && <Badge tone="active">This session</Badge>}
        </p>
        <p className="mt-1 text-small text-muted">
          Started <Time value={startedAt} style="shorttime" />. Last seen{' '}
          <Time value={lastSeenAt} style="shorttime" />.
        </p>
      </div>
      <EndForm action={endSessionPath(id)} fetcher={fetcher} about={name} small>
        {isCurrent ? 'Sign out' : 'End session'}
      </EndForm>
    </li>
  )
}

/** The heading takes the focus when the row of the button that had it is removed. */
function useFocusAfterRemoval(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(count)
  useEffect(() => {
    if (count < previous.current && document.activeElement === document.body) heading.current?.focus()
    previous.current = count
  }, [count])
  return heading
}

type SessionFetcher = ReturnType<typeof useFetcher<{ message: string }>>

interface EndFormProps {
  action: string
  fetcher: SessionFetcher
  about?: string
  small?: boolean
  children: string
}

function EndForm({ action, fetcher, about, small = false, children }: EndFormProps) {
  const pending = fetcher.formAction === action
  return (
    <fetcher.Form method="post" action={action}>
      <Button
        look="quiet"
        size={small ? 'small' : 'normal'}
        pending={pending}
        aria-label={about && `${children}: ${about}`}
      >
        {children}
      </Button>
    </fetcher.Form>
  )
}
