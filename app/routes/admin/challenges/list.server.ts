import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { nowOf } from '#app/now.server.ts'
import { part } from '#app/part.server.ts'
import { choiceIn, pageIn } from '#app/search-params.ts'
import { STATUSES } from '#domain/challenges/rules.ts'
import { challengeTable, TABLE_PAGE_SIZE } from '#domain/challenges/table.server.ts'
import { PERIODS, startOf, zoneIn } from '../lists/days.server.ts'
import { searchIn } from '../lists/filters.ts'
import { pageOf } from '../lists/page-of.server.ts'
import { CHALLENGES_PATH } from '../places.ts'

/** A page of all challenges by the filters of its address (ADM-11, ADM-12); null where it could not be loaded. */
export async function challengeList(context: Readonly<RouterContextProvider>, params: URLSearchParams) {
  const created = choiceIn(params, 'created', PERIODS)
  const page = pageIn(params)
  const filters = {
    status: choiceIn(params, 'status', STATUSES),
    since: created && startOf(created, await nowOf(context), zoneIn(params)),
    search: searchIn(params),
    page,
  }
  const found = await part(context, challengeTable(context.get(servicesContext).db, filters))
  return found && pageOf({ path: CHALLENGES_PATH, params }, found, { page, size: TABLE_PAGE_SIZE })
}
