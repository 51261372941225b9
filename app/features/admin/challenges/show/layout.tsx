import { isRouteErrorResponse, Outlet, useLocation } from 'react-router'
import { AccessDenied } from '#app/frame/errors/error-view.tsx'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { CHALLENGE_FORM_MESSAGES } from '#domain/challenges/timeline.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { CHALLENGES_PATH } from '../../paths.ts'
import type { Route } from './+types/layout.ts'
import { Head } from './head.tsx'
import { headOf } from './head-of.server.ts'

export const handle: FrameHandle = { ownHead: (data) => (data as Loaded | undefined)?.head != null }

type Loaded = Route.ComponentProps['loaderData']

/** Around the sections of a challenge: its head, with links to all of them. Moderators use the votes only, without it. */
export async function loader({ params, context }: Route.LoaderArgs) {
  return { head: mayUse(adminOf(context), 'challenges') ? await headOf(context, params.id) : null }
}

export function meta({ error, ...args }: Route.MetaArgs) {
  return pageMeta(args, { title: error ? 'Challenge Not Found' : 'Challenge', hidden: true })
}

export default function ChallengeLayout({ loaderData }: Route.ComponentProps) {
  const { pathname } = useLocation()
  return (
    <>
      {loaderData.head && <Head head={loaderData.head} />}
      <Outlet key={pathname} />
    </>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  const status = isRouteErrorResponse(error) ? error.status : 500
  if (status === 403) return <AccessDenied />
  return (
    <>
      <PageHeader
        title="Challenge Not Found"
        subtitle={status === 404 ? CHALLENGE_MESSAGES.notFound : CHALLENGE_FORM_MESSAGES.loadFailed}
      />
      <ButtonLink to={CHALLENGES_PATH}>Back to Challenges</ButtonLink>
    </>
  )
}
