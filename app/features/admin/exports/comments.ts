import { adminOf } from '#app/middleware/viewer.server.ts'
import { exportComments } from '#domain/reporting/exports.server.ts'
import type { Route } from './+types/comments.ts'
import { csvFile } from './csv-file.server.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return csvFile({ request, context }, 'dojo-comments', (db, signal) => exportComments(db, admin, signal))
}
