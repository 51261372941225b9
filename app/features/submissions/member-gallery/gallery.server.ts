import { type RouterContextProvider, redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { lastPage } from '#app/forms/search-params.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import {
  findProfile,
  type Profile,
  requestedMemberId,
  requireProfile,
} from '#app/middleware/profile.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import {
  GALLERY_PAGE_SIZE,
  LAST_PAGE,
  memberGallery,
  memberTools,
} from '#domain/submissions/galleries.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { type Content, contentOf } from '../show/show.server.ts'
import { type MemberGalleryParams, memberGalleryPath, readMemberGalleryParams } from './gallery-params.ts'

export interface MemberGallery {
  profile: Profile
  /** null where they could not be loaded. */
  gallery: { submissions: PlayableSubmission[]; total: number } | null
  /** The AI tools to choose from, in lower case. */
  tools: string[]
  asked: MemberGalleryParams
  last: number
  isMine: boolean
  /** Entries wait for approval before others see them. */
  reviewed: boolean
}

interface MemberGalleryRequest {
  /** As the address names it; absent for the viewer's own gallery. */
  userId?: string
  /** The gallery's own path. */
  path: string
  params: URLSearchParams
}

/** A member's entries, sorted and filtered as the address says. Throws what ProfileFault shows (SUB-53). */
export async function loadMemberGallery(
  context: Readonly<RouterContextProvider>,
  { userId, path, params }: MemberGalleryRequest,
): Promise<MemberGallery> {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const memberId = requestedMemberId(scope.viewer, userId)
  const read = readMemberGalleryParams(path, params)
  const asked = { ...read, page: Math.min(read.page, LAST_PAGE) }
  const [profile, gallery, tools] = await Promise.all([
    loadOrNull(context, findProfile(db, scope, memberId)),
    loadOrNull(context, memberGallery(db, scope, memberId, asked)),
    loadOrNull(context, memberTools(db, scope, memberId)),
  ])
  const last = lastPage(gallery?.total ?? 0, GALLERY_PAGE_SIZE)
  const shown = requireProfile(profile)
  if (gallery && read.page > last) throw redirect(memberGalleryPath({ ...asked, page: last }))
  return {
    profile: shown,
    gallery: gallery && { total: gallery.total, submissions: gallery.entries.map(withPlayer) },
    tools: tools ?? [],
    asked,
    last,
    isMine: scope.viewer?.id === memberId,
    reviewed: scope.moderation === 'before',
  }
}

export interface PlayableSubmission extends SubmissionSummary {
  /** What can be played; null for other kinds, and where the entry names no link that may be shown. */
  content: Content | null
}

/** An entry with its player, if it is of an audio or video challenge and has a link (SUB-51). */
function withPlayer(submission: SubmissionSummary): PlayableSubmission {
  const plays = submission.kind === 'audio' || submission.kind === 'video'
  return { ...submission, content: plays ? contentOf(submission) : null }
}
