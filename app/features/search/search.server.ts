import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { searchChallenges } from '#domain/challenges/search.server.ts'
import { searchMembers } from '#domain/members/search.server.ts'
import { searchSubmissions } from '#domain/submissions/search.server.ts'
import type { NameSearch } from '#platform/database/name-search.server.ts'
import { clientAddress } from '#platform/http/client-address.ts'
import { limit, limitRead } from '#platform/http/limits.server.ts'
import { Busy, openSlots } from '#platform/slots.ts'
import { type Group, pageSize, previewSize, type SearchParams } from './params.ts'

const rateLimit = { points: 60, seconds: 60 }
/** A search is one of the dearest pages: of few at once, other pages keep their connections. */
const searches = openSlots({ atOnce: 2, waitMs: 5_000 })

interface LoaderContext {
  request: Request
  context: Readonly<RouterContextProvider>
}

/** What a search found, by group; null for a group that could not be searched. */
export type Results = Awaited<ReturnType<typeof search>>

/** The results of a search, or why there are none: the seconds to wait. */
export async function limitedSearch(
  args: LoaderContext,
  params: SearchParams,
): Promise<{ results: Results; wait: 0 } | { results: null; wait: number }> {
  const { db, config } = args.context.get(servicesContext)
  const { viewer } = scopeOf(args.context)
  const address = clientAddress(args.request)
  const limited = await limitRead(
    viewer
      ? limit(db, 'search', viewer.id, rateLimit)
      : limit(db, 'search', address, { points: config.addressLimits.search, seconds: 60 }),
  )
  if (!limited.ok) return { results: null, wait: limited.retryAfterSeconds }
  try {
    return { results: await searches(() => search(args.context, params), args.request.signal), wait: 0 }
  } catch (error) {
    if (error instanceof Busy) return { results: null, wait: 2 }
    throw error
  }
}

async function search(context: Readonly<RouterContextProvider>, { term, group, page }: SearchParams) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const wanted: NameSearch = group
    ? { term, offset: (page - 1) * pageSize, limit: pageSize }
    : { term, offset: 0, limit: previewSize }
  const inGroup = <Found>(name: Group, find: () => Promise<Found>) =>
    group && group !== name ? undefined : loadOrNull(context, find())
  const [challenges, submissions, members] = await Promise.all([
    inGroup('challenges', () => searchChallenges(db, scope, wanted)),
    inGroup('submissions', () => searchSubmissions(db, scope, wanted)),
    inGroup('members', () => searchMembers(db, wanted)),
  ])
  return { challenges, submissions, members }
}
