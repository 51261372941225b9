import { PROFILE_NOT_FOUND, ProfileError } from '#app/frame/errors/profile-error.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { requireMember } from '#app/middleware/viewer.server.ts'
import type { Route } from './+types/my-gallery.ts'
import { loadMemberGallery } from './gallery.server.ts'
import { galleryMeta, MemberGalleryView } from './gallery-view.tsx'

/** The viewer's gallery; visitors sign in first (AUTH-21). */
export function loader({ request, context }: Route.LoaderArgs) {
  requireMember(request, context)
  return loadMemberGallery(context, {
    path: '/profile/submissions',
    params: new URL(request.url).searchParams,
  })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: PROFILE_NOT_FOUND.heading, hidden: true })
  return pageMeta(args, galleryMeta(loaderData))
}

export default function MyGallery({ loaderData }: Route.ComponentProps) {
  return <MemberGalleryView page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError error={error} />
}
