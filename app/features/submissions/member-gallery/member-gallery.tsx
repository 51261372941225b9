import { PROFILE_NOT_FOUND, ProfileError } from '#app/frame/errors/profile-error.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { Route } from './+types/member-gallery.ts'
import { loadMemberGallery } from './gallery.server.ts'
import { galleryMeta, MemberGalleryView } from './gallery-view.tsx'

export function loader({ params, request, context }: Route.LoaderArgs) {
  return loadMemberGallery(context, {
    userId: params.userId,
    path: `/profile/${params.userId}/submissions`,
    params: new URL(request.url).searchParams,
  })
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: PROFILE_NOT_FOUND.heading, hidden: true })
  return pageMeta(args, galleryMeta(loaderData))
}

export default function MemberGallery({ loaderData }: Route.ComponentProps) {
  return <MemberGalleryView page={loaderData} />
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ProfileError error={error} />
}
