import { adminOf } from '#app/middleware/viewer.server.ts'
import { exportChallenges } from '#domain/reporting/exports.server.ts'
import type { Route } from './+types/challenges.ts'
import { csvFile } from './csv-file.server.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return csvFile({ request, context }, 'dojo-challenges', (db, signal) => exportChallenges(db, admin, signal))
}
