import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { choiceIn, pageRequestIn } from '#app/ui/lists/search-params.ts'
import { challengeChoices } from '#domain/challenges/admin-list.server.ts'
import { challengeSettings } from '#domain/challenges/queries.server.ts'
import type { Admin } from '#domain/members/rules.ts'
import { mayUse } from '#domain/roles/rules.ts'
import { ADMIN_SUBMISSIONS_PAGE_SIZE, listSubmissions } from '#domain/submissions/admin-list.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { searchIn } from '../list/filters.ts'
import { dayIn, pageOf, zoneIn } from '../list/list.server.ts'
import { entriesPath, SUBMISSIONS_PATH } from '../paths.ts'
import { SUBMISSION_STATUSES } from './statuses.ts'

const mostChoices = 200

/**
 * A page of submissions by the filters of the URL (ADM-37), and the challenges to filter by. With the challenge of a
 * section, only its submissions.
 */
export async function submissionList(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  params: URLSearchParams,
  sectionOf: string | null,
) {
  const { db } = context.get(servicesContext)
  const challengeId = sectionOf ?? challengeIn(params)
  const path = sectionOf ? entriesPath(sectionOf) : SUBMISSIONS_PATH
  const [request, zone] = [pageRequestIn(params), zoneIn(params)]
  const filters = {
    challengeId,
    status: choiceIn(params, 'status', SUBMISSION_STATUSES),
    since: dayIn(params, 'from', zone),
    until: dayIn(params, 'to', zone, 1),
    search: searchIn(params),
    ...request,
  }
  const [found, challenges] = await Promise.all([
    loadOrNull(context, listSubmissions(db, admin, filters)),
    sectionOf ? [] : loadOrNull(context, filterChallenges(db, admin, challengeId)),
  ])
  const list = found && pageOf({ path, params }, found, { ...request, size: ADMIN_SUBMISSIONS_PAGE_SIZE })
  return { list, sectionOf, challenges: challenges ?? [] }
}

function challengeIn(params: URLSearchParams): string | null {
  const value = params.get('challenge') ?? undefined
  return isId(value) ? value : null
}

async function filterChallenges(
  db: Db,
  admin: Admin,
  selectedId: string | null,
): Promise<{ id: string; title: string }[]> {
  const newest = await challengeChoices(db, admin, mostChoices)
  if (!selectedId || newest.some(({ id }) => id === selectedId)) return newest
  const selected = await challengeSettings(db, admin, selectedId)
  if (!selected || (selected.status === 'draft' && !mayUse(admin, 'challenges'))) return newest
  return [...newest, { id: selected.id, title: selected.title }]
}
