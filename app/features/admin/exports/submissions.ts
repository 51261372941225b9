import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES } from '#domain/challenges/rules.ts'
import { exportSubmissions } from '#domain/reporting/exports.server.ts'
import { isId } from '#platform/id.server.ts'
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
  return csvFile({ request, context }, `dojo-entries-${slug(challenge.title)}`, (db, signal) =>
    exportSubmissions(db, admin, challenge.id, signal),
  )
}

/** The title as a file name that every file system accepts. */
function slug(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase()
  return (
    plain
      .replaceAll(/[^a-z0-9]+/g, '-')
      .replace(/^-+|-+$/g, '')
      .slice(0, 60) || 'challenge'
  )
}
