import { type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { findProfile, requestedMemberId, requireProfile } from '#app/middleware/subjects.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { type Content, linkedContent } from '#domain/media/embeds.ts'
import {
  type MemberSubmission,
  memberGallery,
  memberTools,
  SUBMISSIONS_PAGE_SIZE,
} from '#domain/submissions/galleries.server.ts'
import { lastPage, pageInstead } from '#platform/paging.ts'
import { memberGalleryPath, readMemberGalleryParams } from './member-gallery-params.ts'

interface MemberGalleryRequest {
  /** The id in the URL; absent for the viewer's own gallery. */
  userId: string | undefined
  path: string
  params: URLSearchParams
}

/** A member's submissions, sorted and filtered by the URL. Throws the errors that ProfileError shows (SUB-53). */
export async function loadMemberGallery(
  context: Readonly<RouterContextProvider>,
  { userId, path, params }: MemberGalleryRequest,
) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const memberId = requestedMemberId(scope.viewer, userId)
  const filters = readMemberGalleryParams(path, params)
  const [profile, gallery, tools] = await Promise.all([
    loadOrNull(context, findProfile(db, scope, memberId)),
    loadOrNull(context, memberGallery(db, scope, memberId, filters)),
    loadOrNull(context, memberTools(db, scope, memberId)),
  ])
  const last = lastPage(gallery?.total ?? 0, SUBMISSIONS_PAGE_SIZE)
  const found = requireProfile(profile)
  const instead = gallery && pageInstead(filters, last, gallery.submissions.length)
  if (instead) throw redirect(memberGalleryPath({ ...filters, ...instead }))
  return {
    profile: found,
    /** Null if they could not be loaded. */
    gallery: gallery && { total: gallery.total, submissions: gallery.submissions.map(withContent) },
    tools: tools ?? [],
    filters,
    last,
    isMine: scope.viewer?.id === memberId,
    /** Submissions need approval before others see them. */
    reviewed: scope.moderation === 'before',
  }
}

export type MemberGallery = Awaited<ReturnType<typeof loadMemberGallery>>

export interface PlayableSubmission extends MemberSubmission {
  /** null for other kinds, and without a link that is allowed. */
  content: Content | null
}

function withContent(submission: MemberSubmission) {
  const isPlayable = submission.kind === 'audio' || submission.kind === 'video'
  return { ...submission, content: isPlayable ? linkedContent(submission.contentUrl) : null }
}
