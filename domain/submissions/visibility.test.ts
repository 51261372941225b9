import sql, { join, type Sql } from 'sql-template-tag'
import { expect, it } from 'vitest'
import { as, daysFromNow, makeAdmin, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { joinChallenge } from './queries.server.ts'
import { statusParts, submissionListed } from './visibility.server.ts'

const { db } = await testDatabase()
const admin = await makeAdmin(db)
const [author, other] = [await makeMember(db), await makeMember(db)]
const moderator = await makeMember(db, { isModerator: true })

/** A challenge in each state, with a submission of `author` in each status and one of somebody else. */
for (const status of ['draft', 'active', 'voting', 'completed', 'canceled'])
  for (const showSubmissions of [true, false])
    for (const isOver of [true, false])
      for (const entered of ['pending', 'approved', 'rejected']) {
        const challenge = await makeChallenge(db, { showSubmissions })
        for (const one of [author, await makeMember(db)]) await makeSubmission(db, one, challenge)
        await db.rows(sql`update submissions set status = ${entered} where challenge_id = ${challenge}`)
        await db.rows(sql`
          update challenges set status = ${status}, deadline = ${daysFromNow(isOver ? -1 : 1)}, voting_closes_at = null,
            voting_opened_at = case when ${status} in ('voting', 'completed') then app_now() end,
            completed_at = case when ${status} in ('completed', 'canceled') then app_now() end
          where id = ${challenge}`)
      }

async function idsOf(condition: Sql): Promise<string[]> {
  const rows = await db.rows<{ id: string }>(sql`
    select s.id from submissions s ${joinChallenge} where ${condition} order by s.id`)
  return rows.map(({ id }) => id)
}

it.each([
  ['a visitor', null],
  ['the author', author],
  ['another member', other],
  ['a moderator', moderator],
  ['an administrator', admin],
] as const)('the parts of a list are what is listed, each once: %s', async (_, viewer) => {
  for (const moderation of ['after', 'before'] as const) {
    const scope = as(viewer, moderation)
    const listed = await idsOf(submissionListed(scope))
    expect(listed.length).toBeGreaterThan(5)
    const parts = statusParts(scope)
    expect(await idsOf(sql`(${join(parts, ' or ')})`)).toEqual(listed)
    const each = await Promise.all(parts.map(idsOf))
    expect(each.flat().toSorted()).toEqual(listed.toSorted())
  }
})
