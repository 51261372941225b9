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
export async function loader(args: Route.LoaderArgs) {
  const id = new URL(args.request.url).searchParams.get('challenge')
  if (!id) return exportOf(args, 'dojo-entries', null)
  const { db } = args.context.get(servicesContext)
  const challenge = isId(id) && (await challengeSettings(db, adminOf(args.context), id))
  if (!challenge) return new Response(`${CHALLENGE_MESSAGES.notFound}\n`, { status: 404 })
  return exportOf(args, `dojo-entries-${fileName(challenge.title)}`, challenge.id)
}

function exportOf(args: Route.LoaderArgs, name: string, challengeId: string | null) {
  return csvFile(args, name, (db, admin, signal) => exportSubmissions(db, admin, challengeId, signal))
}
