import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { exportSubmissions } from '#domain/reporting/exports.server.ts'
import { isId } from '#platform/id.server.ts'
import { fileName } from '#platform/text/file-name.ts'
import type { Route } from './+types/submissions.ts'
import { csvFile } from './csv-file.server.ts'

/** Exports submissions and results as CSV: of the challenge in `?challenge=`, or of all. */
export async function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  const challengeId = new URL(request.url).searchParams.get('challenge')
  if (!challengeId)
    return csvFile({ request, context }, 'dojo-entries', (db, signal) =>
      exportSubmissions(db, admin, null, signal),
    )

  const challenge =
    isId(challengeId) && (await challengeSettings(context.get(servicesContext).db, admin, challengeId))
  if (!challenge) return new Response(`${CHALLENGE_MESSAGES.notFound}\n`, { status: 404 })
  return csvFile({ request, context }, `dojo-entries-${fileName(challenge.title)}`, (db, signal) =>
    exportSubmissions(db, admin, challenge.id, signal),
  )
}
