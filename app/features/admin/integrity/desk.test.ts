import sql from 'sql-template-tag'
import { expect, it } from 'vitest'

import { viewCounts } from '#domain/integrity/commands.server.ts'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { cancelChallenge, completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeAdmin, makeBallot, makeMember, voidVotesOf, voteKeys } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as contest from './contest.tsx'
import * as desk from './desk.tsx'
import * as step from './step.tsx'

const { db } = await testDatabase()

it('lists a completed challenge with its votes and voided votes', async () => {
  const admin = await makeAdmin(db)
  const { challenge, submission } = await makeBallot(db, { title: 'Paper boats' })
  await castVote(db, as(await makeMember(db)), challenge, submission)
  await completeChallenge(db, as(admin), challenge)
  const { text } = await openPage(db, desk, '/admin/integrity', { viewer: admin })
  expect(text).toMatch(/Paper boats 1 vote, voting ended .* Completed/)
})

it('has the votes of a canceled challenge for reading only', async () => {
  const admin = await makeAdmin(db)
  const { challenge: id, submission: submissionId } = await makeBallot(db, { title: 'Folded cranes' })
  const [kept, voided] = [await makeMember(db), await makeMember(db)]
  for (const voter of [kept, voided]) await castVote(db, as(voter), id, submissionId)
  const voiding = (voter: string) => ({ voters: [voter], reason: 'agreed', note: 'By agreement' })
  await voidVotesOf(db, as(admin), id, voiding(voided.id))
  await cancelChallenge(db, as(admin), id, 'The brief was wrong.')

  const open = (page: Parameters<typeof openPage>[1], path: string, params = {}) =>
    openPage(db, page, `/admin/integrity${path}`, { viewer: admin, params: { id, ...params } })
  expect((await open(desk, '')).text).toMatch(/Folded cranes 1 vote, voting ended .* Canceled/)
  const { text, html } = await open(contest, `/${id}`)
  expect(text).toMatch(/Canceled\. 1 vote .*Voided by .*: votes were given by agreement\. By agreement/)
  expect(html).not.toMatch(new RegExp(`href="/admin/integrity/${id}/(hold|release|recount|restore)`))
  expect(text).toContain(kept.displayName)
  expect(html).not.toMatch(/Void Ticked Votes|type="checkbox"/)
  const asked = await open(step, `/${id}/void?vote=${(await voteKeys(db, id, [kept.id]))[0]}`, {
    step: 'void',
  })
  expect(asked.text).toContain(INTEGRITY_MESSAGES.finished)
  expect(await voidVotesOf(db, as(admin), id, voiding(kept.id))).toMatchObject({
    ok: false,
    message: INTEGRITY_MESSAGES.finished,
  })
})

it('says how many votes a restoration concerns, and not while they are hidden', async () => {
  const admin = await makeAdmin(db)
  const { challenge: id, submission } = await makeBallot(db, { title: 'Glass bells', showVotes: false })
  const voters = [await makeMember(db), await makeMember(db), await makeMember(db)]
  for (const voter of voters) await castVote(db, as(voter), id, submission)
  await viewCounts(db, as(admin), id)
  const batches: string[] = []
  for (const part of [voters.slice(0, 2), voters.slice(2)]) {
    const known = batches
    const sent = { voters: part.map((voter) => voter.id), reason: 'agreed', note: 'By agreement' }
    expect((await voidVotesOf(db, as(admin), id, sent)).ok).toBe(true)
    const batch = await db.row<{ id: string }>(sql`
      select id from void_batches where challenge_id = ${id} and id <> all(${known}::uuid[])`)
    batches.push(batch?.id ?? '')
  }
  const page = { viewer: admin, params: { id } }
  const { html } = await openPage(db, contest, `/admin/integrity/${id}`, page)
  const names = [...html.matchAll(/aria-label="(Restore [^"]*)"/g)].map(([, name]) =>
    name?.replace(/[\u2066-\u2069]/g, ''),
  )
  expect(names.toSorted()).toEqual(
    [
      ...voters
        .slice(0, 2)
        .map((voter) => `Restore the 2 votes voided together, the vote of ${voter.displayName} among them`),
      `Restore the vote of ${voters[2]?.displayName}`,
    ].toSorted(),
  )
  const asked = async (batch = '', viewer = admin) =>
    (
      await openPage(db, step, `/admin/integrity/${id}/restore?batch=${batch}`, {
        viewer,
        params: { id, step: 'restore' },
      })
    ).text
  expect(await asked(batches[0])).toContain('2 votes voided together in Glass bells')
  expect(await asked(batches[1])).toContain('1 voided vote in Glass bells')
  expect(await asked(batches[0], await makeAdmin(db))).not.toContain('2 votes')
})
