import { expect } from '@playwright/test'
import sql from 'sql-template-tag'
import type { ChallengeStatus } from '#domain/challenges/rules.ts'
import type { Database } from '#platform/database/database.server.ts'

/** Moves the deadline to the past; the schedule then opens voting. */
export async function passDeadline(db: Database, id: string): Promise<void> {
  await db.rows(sql`
    update challenges set start_date = null, deadline = app_now() - interval '1 second',
      voting_ends_at = app_now() + interval '3 days'
    where id = ${id}`)
}

/** Moves the end of voting to the past; the schedule then completes the challenge. */
export async function passVotingEnd(db: Database, id: string): Promise<void> {
  await db.rows(sql`
    update challenges set deadline = app_now() - interval '1 day', voting_ends_at = app_now() - interval '1 second'
    where id = ${id}`)
}

export async function passStartDate(db: Database, id: string): Promise<void> {
  await db.rows(sql`update challenges set start_date = app_now() - interval '1 second' where id = ${id}`)
}

/** Waits until the schedule sets a status; no request does. */
export async function expectStatus(db: Database, id: string, status: ChallengeStatus): Promise<void> {
  const current = sql`select status from challenges where id = ${id}`
  await expect.poll(async () => (await db.row<{ status: string }>(current))?.status).toBe(status)
}
