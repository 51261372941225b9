import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { advanceDue, nextTransition } from './advance.server.ts'

const { db } = await testDatabase()
type Seed = Parameters<typeof makeChallenge>[1]

const readNext = async (on: Db) =>
  (await on.row<{ next: Date | null }>(sql`select ${nextTransition} as next`))?.next ?? null

const deadline = daysFromNow(7)
const votingOpensAt = daysFromNow(8)

test.each<[string, Seed, number, string[]]>([
  ['without submissions', { deadline }, 0, ['cancel']],
  ['with voting', { deadline }, 1, ['open-voting', 'complete']],
  ['with later voting', { deadline, votingOpensAt }, 1, ['open-voting', 'complete']],
  [
    'with later voting and hidden submissions',
    { deadline, votingOpensAt, showSubmissions: false },
    1,
    ['show-submissions', 'open-voting', 'complete'],
  ],
  ['without voting', { deadline, allowVoting: false }, 1, ['complete']],
  [
    'that has not started',
    { status: 'upcoming', startDate: daysFromNow(1), deadline },
    0,
    ['start', 'cancel'],
  ],
])('a challenge %s changes at the foretold times and at no other', async (_, seed, submissions, expected) => {
  const challenge = await makeChallenge(db, seed)
  for (let left = submissions; left > 0; left--) await makeSubmission(db, await makeMember(db), challenge)
  const made: string[] = []
  for (let next = await readNext(db); next; next = await readNext(db)) {
    const before = new Date(next.getTime() - 1)
    expect(await at(db, before, (tx) => advanceDue(tx, 'after'))).toEqual([])
    const due = await at(db, new Date(next.getTime() + 1), (tx) => advanceDue(tx, 'after'))
    expect(due).toHaveLength(1)
    made.push(...due.map(({ transition }) => transition))
  }
  expect(made).toEqual(expected)
})

test('a held result is not foretold', async () => {
  const challenge = await makeChallenge(db, { status: 'voting', deadline })
  expect(await readNext(db)).not.toBeNull()
  await db.rows(sql`update challenges set held_at = app_now() where id = ${challenge}`)
  expect(await readNext(db)).toBeNull()
})
