import sql from 'sql-template-tag'
import type { Db } from '#platform/database/database.server.ts'
import type { ChallengeStatus } from './rules.ts'

export const TABLE_PAGE_SIZE = 10

export interface ChallengeRow {
  id: string
  title: string
  status: ChallengeStatus
  deadline: Date | null
  createdAt: Date
}

/** A page of all challenges, newest first, and how many there are (entry §9). For administrators; the caller has checked. */
export async function challengeTable(db: Db, page: number): Promise<{ rows: ChallengeRow[]; total: number }> {
  const [count, rows] = await Promise.all([
    db.row<{ total: number }>(sql`select count(*)::int as total from challenges`),
    db.rows<ChallengeRow>(sql`
      select id, title, status, deadline, created_at as "createdAt" from challenges
      order by created_at desc, id desc limit ${TABLE_PAGE_SIZE} offset ${(page - 1) * TABLE_PAGE_SIZE}`),
  ])
  return { rows, total: count?.total ?? 0 }
}
