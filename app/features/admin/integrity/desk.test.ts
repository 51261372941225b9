import { expect, it } from 'vitest'
import { voidVotes } from '#domain/integrity/commands.server.ts'
import { INTEGRITY_MESSAGES } from '#domain/integrity/rules.ts'
import { cancelChallenge, completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeAdmin, makeBallot, makeMember } from '#test/builders.ts'
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
  await voidVotes(db, as(admin), id, voiding(voided.id))
  await cancelChallenge(db, as(admin), id, 'The brief was wrong.')

  const open = (page: Parameters<typeof openPage>[1], path: string, params = {}) =>
    openPage(db, page, `/admin/integrity${path}`, { viewer: admin, params: { id, ...params } })
  expect((await open(desk, '')).text).toMatch(/Folded cranes 1 vote, voting ended .* Canceled/)
  const { text, html } = await open(contest, `/${id}`)
  expect(text).toMatch(/Canceled\. 1 vote .*Voided by .*: votes were given by agreement\. By agreement/)
  expect(html).not.toMatch(new RegExp(`href="/admin/integrity/${id}/(hold|release|recount|restore)`))
  expect(text).toContain(kept.displayName)
  expect(html).not.toMatch(/Void Ticked Votes|type="checkbox"/)
  const asked = await open(step, `/${id}/void?member=${kept.id}`, { step: 'void' })
  expect(asked.text).toContain(INTEGRITY_MESSAGES.finished)
  expect(await voidVotes(db, as(admin), id, voiding(kept.id))).toMatchObject({
    ok: false,
    message: INTEGRITY_MESSAGES.finished,
  })
})
