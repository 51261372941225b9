import { adminOf } from '#app/middleware/viewer.server.ts'
import { exportMembers } from '#domain/reporting/exports.server.ts'
import type { Route } from './+types/members.ts'
import { csvFile } from './csv-file.server.ts'

export function loader({ request, context }: Route.LoaderArgs) {
  const admin = adminOf(context)
  return csvFile({ request, context }, 'dojo-members', (db, signal) => exportMembers(db, admin, signal))
}
