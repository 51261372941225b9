import { exportMembers } from '#domain/reporting/exports.server.ts'
import type { Route } from './+types/members.ts'
import { csvFile } from './csv-file.server.ts'

export function loader(args: Route.LoaderArgs) {
  return csvFile(args, 'dojo-members', exportMembers)
}
