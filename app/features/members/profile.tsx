import { PROFILE_NOT_FOUND, ProfileError } from '#app/frame/errors/profile-error.tsx'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import type { Route } from './+types/profile.ts'
import { loadProfile } from './profile.server.ts'
import { ProfileView, profileMeta } from './profile-view.tsx'

export const handle: FrameHandle = { tabs: true }

/** A member's profile; without an id the viewer's, which visitors sign in for (AUTH-21). */
export function loader({ params, request, context }: Route.LoaderArgs) {
  const userId = 'userId' in params ? params.userId : requireMember(request, context).id
  return loadProfile(context, userId)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: PROFILE_NOT_FOUND.heading, hidden: true })
  return pageMeta(args, profileMeta(loaderData))
}

export default function ShowProfile({ loaderData }: Route.ComponentProps) {
  return <ProfileView page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError error={error} />
}
