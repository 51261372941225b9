import type { RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { challengeCount } from '#domain/challenges/admin-list.server.ts'
import { STATUSES } from '#domain/challenges/rules.ts'
import { loadOrNull } from './load-or-null.server.ts'

const publicStatuses = STATUSES.filter((status) => status !== 'draft')

export async function isDojoEmpty(context: Readonly<RouterContextProvider>): Promise<boolean> {
  const { db } = context.get(servicesContext)
  return (await loadOrNull(context, challengeCount(db, { status: publicStatuses }))) === 0
}
