import { createContext, data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { adminOf } from '#app/middleware/viewer.server.ts'
import { type ChallengeHead, challengeHead } from '#domain/challenges/admin-head.server.ts'
import { isId } from '#platform/id.server.ts'

const loading = createContext<Promise<ChallengeHead | undefined> | null>(null)

/** The challenge of the URL, read once for its head and the section below. Throws 404 where there is none. */
export async function headOf(context: Readonly<RouterContextProvider>, id: string): Promise<ChallengeHead> {
  const { db } = context.get(servicesContext)
  const read =
    context.get(loading) ?? (isId(id) ? challengeHead(db, adminOf(context), id) : Promise.resolve(undefined))
  context.set(loading, read)
  const head = await read
  if (!head) throw data(null, { status: 404 })
  return head
}
