import { expect } from '@playwright/test'
import sql from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { Database } from '#platform/database/database.server.ts'

/** Lets the time for entries be over; what follows is the schedule's to do. */
export async function passDeadline(db: Database, id: string): Promise<void> {
  await db.rows(sql`
    update challenges set start_date = null, deadline = app_now() - interval '1 second',
      voting_ends_at = app_now() + interval '3 days'
    where id = ${id}`)
}

/** Lets the time for votes be over. */
export async function passVotingEnd(db: Database, id: string): Promise<void> {
  await db.rows(sql`
    update challenges set deadline = app_now() - interval '1 day', voting_ends_at = app_now() - interval '1 second'
    where id = ${id}`)
}

export async function passStartDate(db: Database, id: string): Promise<void> {
  await db.rows(sql`update challenges set start_date = app_now() - interval '1 second' where id = ${id}`)
}

/** Waits for a status that comes by itself: nobody opens a page meanwhile. */
export async function becomes(db: Database, id: string, status: ChallengeStatus): Promise<void> {
  const current = sql`select status from challenges where id = ${id}`
  await expect.poll(async () => (await db.row<{ status: string }>(current))?.status).toBe(status)
}
