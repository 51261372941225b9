import { PROFILE_NOT_FOUND, ProfileError } from '#app/frame/errors/profile-error.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import type { Route } from './+types/me.ts'
import { loadProfile } from './profile.server.ts'
import { ProfileView, profileMeta } from './profile-view.tsx'

/** The viewer's profile. Redirects visitors to /login (AUTH-21). */
export function loader({ request, context }: Route.LoaderArgs) {
  return loadProfile(context, requireMember(request, context).id)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: PROFILE_NOT_FOUND.heading, hidden: true })
  return pageMeta(args, profileMeta(loaderData))
}

export default function MyProfile({ loaderData }: Route.ComponentProps) {
  return <ProfileView page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError error={error} />
}
