import { servicesContext } from '#app/context.ts'
import { profileOf } from '#domain/submissions/profile.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/profile.ts'
import { answerPicture, visitorScope } from './answer-picture.server.ts'
import { profileSheet } from './profile-sheet.ts'

/** The picture that others show beside a link to a member's profile. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { userId } = params
  const profile = isId(userId) ? await profileOf(db, visitorScope(context), userId) : undefined
  return answerPicture({ request, context }, profile && profileSheet(profile, config.productName))
}
