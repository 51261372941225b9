import { PROFILE_NOT_FOUND, ProfileError } from '#app/frame/errors/profile-error.tsx'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/profile.ts'
import { loadProfile } from './profile.server.ts'
import { ProfileView, profileMeta } from './profile-view.tsx'

export const handle: FrameHandle = { tabs: true }

export function loader({ params, context }: Route.LoaderArgs) {
  return loadProfile(context, params.userId)
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
