import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { choiceIn, pageIn } from '#app/forms/search-params.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { challengeChoices } from '#domain/challenges/admin-list.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { ADMIN_PAGE_SIZE, listSubmissions } from '#domain/submissions/admin-list.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { searchIn } from '../components/filters.ts'
import { dayIn, pageOf, zoneIn } from '../components/list.server.ts'
import { SUBMISSIONS_PATH } from '../paths.ts'
import { SUBMISSION_STATUSES } from './statuses.ts'

const mostChoices = 200

/** A page of all entries by the filters of its address (ADM-37), and the challenges to choose from. */
export async function submissionList(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  params: URLSearchParams,
) {
  const { db } = context.get(servicesContext)
  const challengeId = challengeIn(params)
  const [page, zone] = [pageIn(params), zoneIn(params)]
  const filters = {
    challengeId,
    status: choiceIn(params, 'status', SUBMISSION_STATUSES),
    since: dayIn(params, 'from', zone),
    until: dayIn(params, 'to', zone, 1),
    search: searchIn(params),
    page,
  }
  const [found, challenges] = await Promise.all([
    loadOrNull(context, listSubmissions(db, admin, filters)),
    loadOrNull(context, choices(db, admin, challengeId)),
  ])
  const list = found && pageOf({ path: SUBMISSIONS_PATH, params }, found, { page, size: ADMIN_PAGE_SIZE })
  return { list, challenges: challenges ?? [] }
}

function challengeIn(params: URLSearchParams): string | null {
  const named = params.get('challenge') ?? undefined
  return isId(named) ? named : null
}

/** The newest challenges, and the chosen one where it is older. */
async function choices(
  db: Db,
  admin: Admin,
  chosen: string | null,
): Promise<{ id: string; title: string }[]> {
  const newest = await challengeChoices(db, admin, mostChoices)
  if (!chosen || newest.some(({ id }) => id === chosen)) return newest
  const older = await challengeSettings(db, chosen)
  return older ? [...newest, { id: older.id, title: older.title }] : newest
}
