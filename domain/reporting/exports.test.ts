import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import {
  anAdmin,
  daysFromNow,
  makeChallenge,
  makeMember,
  makeSubmission,
  openVoting,
} from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { type Export, exportChallenges, exportMembers, exportSubmissions } from './exports.server.ts'

const { db } = await testDatabase()
const [ada, ben, cleo] = [
  await makeMember(db, { displayName: 'Ada' }),
  await makeMember(db, { displayName: 'Ben' }),
  await makeMember(db, { displayName: 'Cleo' }),
]
const kites = await makeChallenge(db, { title: 'Kites', createdAt: daysFromNow(-1) })
const boats = await makeChallenge(db, { title: 'Boats', createdAt: daysFromNow(-2) })
const [first, second, third] = [
  await makeSubmission(db, ada, kites, { title: 'A' }),
  await makeSubmission(db, ben, kites, { title: 'B' }),
  await makeSubmission(db, cleo, kites, { title: 'C' }),
]
await makeSubmission(db, ada, boats, { title: 'D' })
await openVoting(db, kites)
await db.rows(sql`update submissions set votes = 2 where id = ${second}`)
await db.rows(
  sql`update submissions set status = 'rejected', rejection_reason = 'Copied' where id = ${first}`,
)

/** Everything in it, each row by the headings. */
async function read(table: Export): Promise<Record<string, unknown>[]> {
  const rows: Record<string, unknown>[] = []
  for (;;) {
    const next = await table.rows.next()
    if (next.length === 0) break
    rows.push(
      ...next.map((cells) => Object.fromEntries(table.heading.map((name, place) => [name, cells[place]]))),
    )
  }
  await table.rows.close()
  return rows
}

describe('exports', () => {
  it('lists submissions by standings, with places from voting on', async () => {
    const rows = await read(await exportSubmissions(db, anAdmin, null))
    expect(
      rows.map((row) => [row.Challenge, row.Place, row.Entry, row.Author, row.Votes, row.Status]),
    ).toEqual([
      ['Kites', 1, 'B', 'Ben', 2, 'pending'],
      ['Kites', 2, 'C', 'Cleo', 0, 'pending'],
      ['Kites', null, 'A', 'Ada', 0, 'rejected'],
      ['Boats', null, 'D', 'Ada', 0, 'pending'],
    ])
    expect(rows[2]).toMatchObject({ Reason: 'Copied', Winner: 'no', 'AI tools': 'Midjourney' })
  })

  it('lists the submissions of one challenge and marks its winner', async () => {
    await db.rows(sql`
      update challenges set status = 'completed', completed_at = app_now(), winner_id = ${ben.id},
        winner_submission_id = ${second}, winner_votes = 2 where id = ${kites}`)
    const rows = await read(await exportSubmissions(db, anAdmin, kites))
    expect(rows.map((row) => [row['Entry id'], row.Winner])).toEqual([
      [second, 'yes'],
      [third, 'no'],
      [first, 'no'],
    ])
  })

  it('lists challenges, newest first', async () => {
    const rows = await read(await exportChallenges(db, anAdmin))
    expect(rows.map((row) => row.Challenge)).toEqual(['Kites', 'Boats'])
    expect(rows[0]).toMatchObject({
      Winner: 'Ben',
      "Winner's votes": 2,
      Participants: 3,
      Description: 'Make one thing.',
    })
    expect(rows[1]?.['Deadline (UTC)']).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
  })

  it('lists members in the order of joining, with their submissions', async () => {
    const rows = await read(await exportMembers(db, anAdmin))
    expect(rows.map((row) => [row.Name, row.Submissions, row.Points])).toEqual([
      ['Ada', 2, 50],
      ['Ben', 1, 25],
      ['Cleo', 1, 25],
    ])
    expect(rows[0]).toMatchObject({
      'E-mail': `${ada.id}@example.org`,
      Rank: 'Novice Ninja',
      'Member id': ada.id,
    })
  })
})
