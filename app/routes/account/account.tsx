import { Form } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { part } from '#app/part.server.ts'
import { requireMember, sessionCookie } from '#app/session.server.ts'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { pageMeta } from '#app/ui/page-meta.ts'
import { Card } from '#app/ui/surfaces/card.tsx'
import { ErrorPanel } from '#app/ui/surfaces/error-panel.tsx'
import { PageHeader } from '#app/ui/surfaces/page-header.tsx'
import { sessionsOf } from '#domain/members/sessions.server.ts'
import type { Route } from './+types/account.ts'
import { DELETE_PATH, DOWNLOAD_PATH } from './paths.ts'
import { SessionList } from './session-list.tsx'

/** One's own account: sessions, data, deletion. `sessions` is null where they cannot be loaded. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  const { db, config } = context.get(servicesContext)
  const token = sessionCookie(config).read(request)
  return { sessions: await part(context, sessionsOf(db, viewer, token)) }
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
          <ButtonLink to="/profile/edit" look="quiet">
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
        <Button look="quiet" wide>
          Download
        </Button>
      </Form>
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
      <ButtonLink to={DELETE_PATH} look="danger" wide className="mt-5">
        Delete my account
      </ButtonLink>
    </Card>
  )
}
