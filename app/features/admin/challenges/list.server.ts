import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { choiceIn, pageRequestIn } from '#app/ui/lists/search-params.ts'
import { ADMIN_CHALLENGES_PAGE_SIZE, listChallenges } from '#domain/challenges/admin-list.server.ts'
import { type ChallengeStatus, STATUSES } from '#domain/challenges/rules.ts'
import type { Admin } from '#domain/members/rules.ts'
import { searchIn } from '../list/filters.ts'
import { PERIODS, pageOf, startOf, zoneIn } from '../list/list.server.ts'
import { CHALLENGES_PATH, OPEN_STATUS } from '../paths.ts'

/** A page of challenges by the filters of the URL (ADM-11, ADM-12); null if it could not be loaded. */
export async function challengeList(
  context: Readonly<RouterContextProvider>,
  admin: Admin,
  params: URLSearchParams,
) {
  const created = choiceIn(params, 'created', PERIODS)
  const request = pageRequestIn(params)
  const filters = {
    statuses: statusesIn(params),
    since: created && startOf(created, await pageTime(context), zoneIn(params)),
    search: searchIn(params),
    ...request,
  }
  const found = await loadOrNull(context, listChallenges(context.get(servicesContext).db, admin, filters))
  return (
    found &&
    pageOf({ path: CHALLENGES_PATH, params }, found, { ...request, size: ADMIN_CHALLENGES_PAGE_SIZE })
  )
}

function statusesIn(params: URLSearchParams): readonly ChallengeStatus[] {
  const status = choiceIn(params, 'status', [...STATUSES, OPEN_STATUS])
  if (status === OPEN_STATUS) return ['active', 'voting']
  return status ? [status] : STATUSES
}
