import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { findProfile, type Profile } from '#app/middleware/subjects.server.ts'
import { DEFAULT_AVATAR } from '#app/parts/members/avatar.tsx'
import { kindLabel } from '#domain/challenges/rules.ts'
import { type Scope, visitorScope } from '#domain/challenges/scope.server.ts'
import { rankNamed } from '#domain/points/ranks.ts'
import { type SubmissionDetail, submissionDetail } from '#domain/submissions/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import { type EmbeddedImage, workImage } from './layout.ts'

type Context = Readonly<RouterContextProvider>

/** Share images show what signed-out visitors may see, because other sites cache them. */
export function visitorScopeOf(context: Context): Scope {
  return visitorScope(context.get(servicesContext).settings.current().moderation)
}

export async function sharedSubmission(context: Context, { id, submissionId }: Record<string, string>) {
  const { db } = context.get(servicesContext)
  return isId(id) && isId(submissionId)
    ? await submissionDetail(db, visitorScopeOf(context), id, submissionId)
    : undefined
}

export async function sharedProfile(context: Context, userId: string): Promise<Profile | undefined> {
  const { db } = context.get(servicesContext)
  return isId(userId) ? await findProfile(db, visitorScopeOf(context), userId) : undefined
}

/** The texts and the image of a submission. */
export function submissionParts({ title, kind, challengeTitle, author, image }: SubmissionDetail) {
  const { name: rank, colour } = rankNamed(author.rank)
  const name = { text: `by ${isolated(author.displayName || 'Ninja User')}`, fallback: `by a ${rank}` }
  return {
    title: { text: title, fallback: `${kindLabel(kind)} entry` },
    challenge: { text: challengeTitle, fallback: `${kindLabel(kind)} challenge` },
    author: { name, colour },
    image: workImage(image, 'submission'),
  }
}

export function avatarImage(photoUrl: string): EmbeddedImage {
  const [, imageId = null] = /^\/media\/([^/]+)$/.exec(photoUrl) ?? []
  return { imageId, width: 384, drawing: photoUrl.startsWith('/avatars/') ? photoUrl : DEFAULT_AVATAR }
}
