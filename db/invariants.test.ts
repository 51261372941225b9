import { readFile } from 'node:fs/promises'
import sql, { raw } from 'sql-template-tag'
import { expect, it } from 'vitest'
import { newId } from '#platform/id.server.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
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

it('finds rows of a deleted member', async () => {
  const [present, deleted] = [await makeMember(db), await makeMember(db)]
  await db.rows(sql`
    update users set display_name = 'Anonymous Ninja', email = null, deleted_at = app_now() where id = ${deleted.id}`)
  await db.rows(sql`delete from user_words where user_id = ${deleted.id}`)
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
