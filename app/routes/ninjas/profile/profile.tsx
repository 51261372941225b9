import { pageMeta } from '#app/ui/page-meta.ts'
import type { Route } from './+types/profile.ts'
import { loadProfile } from './profile.server.ts'
import { ProfileFault } from './profile-fault.tsx'
import { profileMeta } from './profile-meta.ts'
import { ProfileView } from './profile-view.tsx'
import { MISSING } from './words.ts'

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
