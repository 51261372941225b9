import { useEffect, useRef } from 'react'
import { Form, useFetcher } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { useRefusal } from '#app/forms/life-cycle.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { requireMember, sessionCookie } from '#app/middleware/viewer.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { isFocusLost } from '#app/ui/browser/focus.ts'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { ControlSlot } from '#app/ui/control-slot.tsx'
import { FormProblem } from '#app/ui/fields/form-message.tsx'
import { useKeptRows } from '#app/ui/lists/kept-rows.ts'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ErrorPanel } from '#app/ui/states.tsx'
import { Time } from '#app/ui/time.tsx'
import { type SessionRow, sessionsOf } from '#domain/sessions/sessions.server.ts'
import { TOKENS_PATH } from '../tokens/paths.ts'
import type { Route } from './+types/account.ts'
import { DELETE_PATH, DOWNLOAD_PATH, END_ALL_PATH, END_OTHERS_PATH, endSessionPath } from './paths.ts'

export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db } = context.get(servicesContext)
  const token = sessionCookie.read(request)
  return { sessions: await loadOrNull(context, sessionsOf(db, viewer, token)) }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'Account', hidden: true })
}

export default function Account({ loaderData }: Route.ComponentProps) {
  const { sessions } = loaderData
  return (
    <div className="page">
      <PageHeader
        title="Account"
        subtitle="Sessions, data download and account deletion."
        actions={
          <ButtonLink to="/profile/edit" variant="secondary">
            Edit Profile
          </ButtonLink>
        }
      />
      <div className="grid grid-cols-1 items-start gap-6 lg:grid-cols-[minmax(0,1fr)_21rem]">
        {sessions ? (
          <SessionList sessions={sessions} />
        ) : (
          <ErrorPanel message="Failed to load your sessions" />
        )}
        <div className="grid gap-6">
          <Download />
          <Tokens />
          <Deletion />
        </div>
      </div>
    </div>
  )
}

function Download() {
  return (
    <Card as="section">
      <h2 className="text-card">Download my data</h2>
      <p className="mt-2 text-calm text-muted">
        A zip file with your profile, sign-in, sessions, submissions, votes, points and images. At most three
        times per hour.
      </p>
      <Form method="post" action={DOWNLOAD_PATH} reloadDocument className="mt-5">
        <Button variant="secondary" wide>
          Download
        </Button>
      </Form>
    </Card>
  )
}

function Tokens() {
  return (
    <Card as="section">
      <h2 className="text-card">API tokens</h2>
      <p className="mt-2 text-calm text-muted">For programs that read your own data.</p>
      <ButtonLink to={TOKENS_PATH} variant="secondary" wide className="mt-5">
        Manage tokens
      </ButtonLink>
    </Card>
  )
}

function Deletion() {
  return (
    <Card as="section">
      <h2 className="text-card">Delete account</h2>
      <p className="mt-2 text-calm text-muted">
        Erases your personal data for good. The next page says what happens to your submissions and votes.
      </p>
      <ButtonLink to={DELETE_PATH} variant="danger" wide className="mt-5">
        Delete my account
      </ButtonLink>
    </Card>
  )
}

function SessionList({ sessions }: { sessions: SessionRow[] }) {
  const heading = useFocusAfterRemoval(sessions.length)
  const fetcher = useFetcher<{ message: string }>()
  const refusal = useRefusal(fetcher)
  const { rows, gone } = useKeptRows(sessions)
  const others = sessions.filter(({ isCurrent }) => !isCurrent)
  return (
    <Card as="section">
      <h2 ref={heading} tabIndex={-1} className="text-card">
        Sessions
      </h2>
      <p className="mt-2 text-calm text-muted">
        Where you are signed in. End a session that you do not recognize.
      </p>
      <div className="mt-3">
        <FormProblem problem={refusal?.message ?? null} />
      </div>
      <ul className="mt-3 divide-y divide-line">
        {rows.map((session) => (
          <Session key={session.id} session={session} isEnded={gone.has(session.id)} fetcher={fetcher} />
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

interface SessionProps {
  session: SessionRow
  isEnded: boolean
  fetcher: SessionFetcher
}

function Session({ session, isEnded, fetcher }: SessionProps) {
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
          Started <Time value={startedAt} format="shorttime" />. Last seen{' '}
          <Time value={lastSeenAt} format="shorttime" />.
        </p>
      </div>
      <ControlSlot outcome={isEnded ? <span className="text-calm text-muted">Ended</span> : null}>
        <EndForm action={endSessionPath(id)} fetcher={fetcher} about={name} small>
          {isCurrent ? 'Sign out' : 'End session'}
        </EndForm>
      </ControlSlot>
    </li>
  )
}

/** Focuses the heading when the session of the focused button has ended. */
function useFocusAfterRemoval(count: number) {
  const heading = useRef<HTMLHeadingElement>(null)
  const previous = useRef(count)
  useEffect(() => {
    if (count < previous.current && isFocusLost()) heading.current?.focus()
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
        variant="secondary"
        size={small ? 'small' : 'normal'}
        pending={pending}
        aria-label={about && `${children}: ${about}`}
      >
        {children}
      </Button>
    </fetcher.Form>
  )
}
