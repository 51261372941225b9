import sql, { type Sql } from 'sql-template-tag'
import { describe, expect, it } from 'vitest'

import { completeChallenge } from '#domain/lifecycle/commands.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  makeChallenge,
  makeMember,
  makeMembers,
  makeSubmission,
  openVoting,
  voidVotesOf,
} from '#test/builders.ts'
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
  await db.rows(sql`delete from notification_settings where user_id = ${deleted.id}`)
  expect(await brokenInvariants(db)).toEqual(before)
})

describe('votes and their points', async () => {
  const [author, rival, ...voters] = await makeMembers(db, 7)
  const admin = as(await makeMember(db, { isAdmin: true }))
  const challenge = await makeChallenge(db)
  const voted = await makeSubmission(db, author as Member, challenge)
  const other = await makeSubmission(db, rival as Member, challenge)
  await openVoting(db, challenge)
  for (const [index, voter] of voters.entries())
    await castVote(db, as(voter), challenge, index < 3 ? voted : other)
  const voidedVoter = voters[4]?.id ?? ''
  await voidVotesOf(db, admin, challenge, { voters: [voidedVoter], reason: 'other', note: 'x' })
  await completeChallenge(db, admin, challenge)
  const open = sql`
    update challenges set status = 'voting', completed_at = null, winner_id = null, winner_name = null,
      winner_submission_id = null, winner_votes = null
    where id = ${challenge}`
  const ofVoter = sql`challenge_id = ${challenge} and user_id = ${voters[0]?.id}`

  it.each<[string, ...Sql[]]>([
    [
      'the vote count of a submission equals its votes that count',
      sql`update submissions set votes = votes + 1 where id = ${other}`,
    ],
    [
      'a vote that counts is for a submission that is not rejected or deleted',
      sql`update submissions set status = 'rejected', votes = 0 where id = ${other}`,
    ],
    [
      'a vote that counts is for a submission that is not rejected or deleted',
      sql`delete from submissions where id = ${other}`,
    ],
    [
      'a vote that counts is for a submission that is not rejected or deleted',
      sql`update votes set author_id = ${rival?.id} where ${ofVoter}`,
    ],
    [
      'one vote per member and challenge, whether it counts or not',
      sql`alter table votes drop constraint one_vote_per_challenge`,
      sql`update votes set user_id = ${voidedVoter} where ${ofVoter}`,
    ],
    [
      'a vote that does not count was voided, or is for a rejected submission',
      sql`update votes set counts = false where ${ofVoter}`,
    ],
    [
      'a voided vote is of a batch of its challenge that is not restored',
      sql`update void_batches set restored_at = app_now() where challenge_id = ${challenge}`,
    ],
    [
      'the points of a member equal the sum of their ledger',
      sql`update users set points = points + 1 where id = ${author?.id}`,
    ],
    [
      'for no source, and no round of a vote, more is paid than one reward, or taken back than paid',
      sql`update points_log set points = -points where reason = 'vote_cast' and user_id = ${voters[0]?.id}`,
    ],
    [
      'for no source, and no round of a vote, more is paid than one reward, or taken back than paid',
      sql`insert into points_log (user_id, points, reason, source_id, "timestamp")
        select user_id, points, 'vote_removed', source_id, app_now() from points_log
        where reason = 'vote_cast' and user_id = ${voters[0]?.id}`,
    ],
    [
      'a vote that counts is paid to author and voter, unless its challenge hides votes',
      sql`update votes set id = gen_random_uuid() where ${ofVoter}`,
    ],
    [
      'a vote that counts in an open challenge is for what its voter saw',
      open,
      sql`update submissions set content_changed_at = app_now() where id = ${voted}`,
    ],
    [
      'every vote of a suspended member in an open challenge is voided',
      open,
      sql`update users set suspended_at = app_now(), suspended_reason = 'x' where id = ${voters[0]?.id}`,
    ],
    [
      'no vote for an own submission',
      sql`update submissions set user_id = ${voters[0]?.id} where id = ${voted}`,
    ],
    [
      'the participant count equals the submissions that are not rejected',
      sql`update challenges set participant_count = participant_count + 1 where id = ${challenge}`,
    ],
    [
      'a challenge agrees with its completion in force',
      sql`update challenges set winner_votes = winner_votes + 1 where id = ${challenge}`,
    ],
    [
      'a winner is a submission that counted at completion',
      sql`update completions set moderation = 'before' where challenge_id = ${challenge}`,
    ],
    [
      'a winner is a submission that counted at completion',
      sql`update completions set votes = votes + 1 where challenge_id = ${challenge}`,
    ],
    [
      'a rejected submission is no winner',
      sql`update submissions set status = 'rejected', votes = 0 where id = ${voted}`,
    ],
    [
      'the points for participation are taken back with the submission',
      sql`delete from submissions where id = ${other}`,
    ],
    [
      'the points of a submission are taken back with the submission',
      sql`delete from submissions where id = ${other}`,
    ],
    ['a submission that is not rejected is paid', sql`delete from points_log where source_id = ${voted}`],
    [
      'the winner has the most votes by the tie rule',
      sql`update submissions set votes = 9 where id = ${other}`,
    ],
    [
      'a win is paid once, and taken back if revoked',
      sql`insert into points_log (user_id, points, reason, source_id, "timestamp")
        select user_id, -points, 'challenge_win_revoked', source_id, app_now() from points_log
        where reason = 'challenge_win' and challenge_id = ${challenge}`,
    ],
  ])('are compared: %s', async (name, ...faults) => {
    const namesBefore = (await brokenInvariants(db)).map((broken) => broken.name)
    expect(namesBefore).not.toContain(name)
    const undo = new Error('undo')
    const broken = db.transaction(async (tx) => {
      // Neither triggers nor foreign keys may stop the fault.
      await tx.rows(sql`set local session_replication_role = replica`)
      for (const fault of faults) await tx.rows(fault)
      expect((await brokenInvariants(tx)).map((found) => found.name)).toContain(name)
      throw undo
    })
    await expect(broken).rejects.toBe(undo)
  })
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
