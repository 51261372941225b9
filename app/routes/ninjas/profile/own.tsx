import { requireMember } from '#app/session.server.ts'
import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/own.ts'
import { loadProfile } from './profile.server.ts'
import { ProfileFault } from './profile-fault.tsx'
import { profileMeta } from './profile-meta.ts'
import { ProfileView } from './profile-view.tsx'
import { MISSING } from './words.ts'

/** The viewer's own profile; visitors sign in first (AUTH-21). */
export function loader({ request, context }: Route.LoaderArgs) {
  return loadProfile(context, requireMember(request, context).id)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING.heading, hidden: true })
  return pageMeta(args, profileMeta(loaderData))
}

export default function OwnProfile({ loaderData }: Route.ComponentProps) {
  return <ProfileView page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFault error={error} />
}
