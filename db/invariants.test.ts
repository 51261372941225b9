import { readFile } from 'node:fs/promises'
import sql, { raw, type Sql } from 'sql-template-tag'
import { expect, it } from 'vitest'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { measure } from '#test/scale/plans.ts'
import { brokenInvariants } from './invariants.server.ts'

const { db } = await testDatabase()

/** Changes the points of a member. A payment of a vote has a source that does not exist. */
async function change(userId: string, points: number, reason: string, minute: number, sourceId = newId()) {
  await db.rows(sql`
    insert into points_log (user_id, points, reason, source_id, "timestamp")
    values (${userId}, ${points}, ${reason}, ${sourceId}, ${new Date(Date.UTC(2026, 0, 1, 0, minute))})`)
  await db.rows(sql`update users set points = points + ${points} where id = ${userId}`)
  return sourceId
}

it('finds payments of removed votes that were kept, unless the member had no points left since', async () => {
  const [kept, returned, emptied] = [await makeMember(db), await makeMember(db), await makeMember(db)]
  await change(kept.id, 10, 'admin_adjustment', 0)
  await change(kept.id, -10, 'admin_adjustment', 1)
  await change(kept.id, 1, 'vote_cast', 2)
  const source = await change(returned.id, 1, 'vote_cast', 0)
  await change(returned.id, -1, 'vote_removed', 1, source)
  await change(emptied.id, 1, 'vote_cast', 0)
  await change(emptied.id, -1, 'admin_adjustment', 1)
  await change(emptied.id, 5, 'admin_adjustment', 2)
  const [row] = await db.rows<{ id: string }>(sql`
    select id from points_log where user_id = ${kept.id} and reason = 'vote_cast'`)
  expect(await brokenInvariants(db)).toEqual([
    { name: 'the points of a vote are taken back with the vote', ids: [row?.id] },
  ])
})

it('finds words that are not those of the text, or missing', async () => {
  const [renamed, absent] = [await makeMember(db), await makeMember(db)]
  const before = await brokenInvariants(db)
  await db.rows(sql`update user_words set title = 'former' where user_id = ${renamed.id}`)
  await db.rows(sql`delete from user_words where user_id = ${absent.id}`)
  const found = (await brokenInvariants(db)).find(({ name }) => name === 'searches find what texts say now')
  expect(found?.ids.toSorted()).toEqual([renamed.id, absent.id].toSorted())
  for (const { id } of [renamed, absent]) {
    await db.rows(sql`delete from user_words where user_id = ${id}`)
    await db.rows(sql`insert into user_words select w.* from users u, words_of(u) w where u.id = ${id}`)
  }
  expect(await brokenInvariants(db)).toEqual(before)
})

it('finds rows of a deleted member', async () => {
  const [present, deleted] = [await makeMember(db), await makeMember(db)]
  await db.rows(sql`
    update users set display_name = 'Anonymous Ninja', email = null, deleted_at = app_now() where id = ${deleted.id}`)
  const before = await brokenInvariants(db)
  for (const { id } of [present, deleted])
    await db.rows(sql`insert into notification_settings values (${id}, 'results', 'app')`)
  expect(await brokenInvariants(db)).toEqual([
    ...before,
    { name: 'a deleted member has no personal rows', ids: [deleted.id] },
  ])
  // Left by earlier releases.
  await db.rows(raw(await readFile('db/migrations/0034_deleted_members.sql', 'utf8')))
  expect(await brokenInvariants(db)).toEqual(before)
})

it('reads ledger entries one by one for an author with very many votes', async () => {
  const votes = 1_500
  const author = await makeMember(db)
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, author, challenge)
  await db.transaction(async (tx) => {
    await tx.rows(sql`
      insert into users (id, display_name, name_skeleton, avatar_preset)
      select gen_random_uuid(), 'Voter ' || n, 'voter ' || n, 1 from generate_series(1, ${votes}) n`)
    // Statistics of a time at which no member had many entries.
    await tx.rows(sql`
      insert into points_log (user_id, points, reason, source_id, "timestamp")
      select id, 1, 'vote_cast', gen_random_uuid(), app_now() from users where name_skeleton like 'voter %'`)
    await tx.rows(sql`analyze points_log`)
    await tx.rows(sql`
      insert into votes (id, submission_id, challenge_id, author_id, user_id)
      select gen_random_uuid(), ${submission}::uuid, ${challenge}::uuid, ${author.id}::uuid, id from users
      where name_skeleton like 'voter %'`)
    await tx.rows(sql`
      insert into points_log (user_id, points, reason, challenge_id, source_id, "timestamp")
      select side.user_id, 1, side.reason, ${challenge}::uuid, v.id, app_now() from votes v
      cross join lateral (values (v.author_id, 'vote_received'), (v.user_id, 'vote_cast')) as side (user_id, reason)
      where v.challenge_id = ${challenge}`)
  })
  let rowsRead = 0
  const rows = async (statement: Sql) => {
    rowsRead += (await measure(db, statement)).rowsRead
    return []
  }
  await brokenInvariants({ ...db, rows } as Db)
  expect(rowsRead).toBeLessThan(60 * votes)
})
