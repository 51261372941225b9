import { servicesContext } from '#app/context.ts'
import { entryPage } from '#domain/submissions/queries.server.ts'
import { isId } from '#platform/id.server.ts'
import type { Route } from './+types/entry.ts'
import { answerPicture, visitorScope } from './answer-picture.server.ts'
import { entrySheet } from './entry-sheet.ts'

/** The picture that others show beside a link to an entry. */
export async function loader({ request, params, context }: Route.LoaderArgs): Promise<Response> {
  const { db, config } = context.get(servicesContext)
  const { id, submissionId } = params
  const known = isId(id) && isId(submissionId)
  const entry = known ? await entryPage(db, visitorScope(context), id, submissionId) : undefined
  return answerPicture({ request, context }, entry && entrySheet(entry, config.productName))
}
