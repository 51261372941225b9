import { servicesContext } from '#app/context.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/challenge.ts'
import { answerPicture, visitorScope } from './answer-picture.server.ts'
import { challengeSheet } from './challenge-sheet.ts'

/** The picture that others show beside a link to a challenge. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { id } = params
  const challenge = isId(id) ? await challengeDetail(db, visitorScope(context), id) : undefined
  return answerPicture({ request, context }, challenge && challengeSheet(challenge, config.productName))
}
