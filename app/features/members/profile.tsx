import { pageMeta } from '#app/ui/page-meta.ts'
import { MISSING, ProfileFault } from '#app/ui/profile-error.tsx'
import type { Route } from './+types/profile.ts'
import { loadProfile } from './profile.server.ts'
import { ProfileView, profileMeta } from './profile-view.tsx'

export function loader({ params, context }: Route.LoaderArgs) {
  return loadProfile(context, params.userId)
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING.heading, hidden: true })
  return pageMeta(args, profileMeta(loaderData))
}

export default function ProfilePage({ loaderData }: Route.ComponentProps) {
  return <ProfileView page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileFault error={error} />
}
