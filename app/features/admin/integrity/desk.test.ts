import { expect, it } from 'vitest'

import { cancelChallenge, completeChallenge } from '#domain/lifecycle/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeAdmin, makeBallot, makeMember, voidVotesOf } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as contest from './contest.tsx'
import * as desk from './desk.tsx'

const { db } = await testDatabase()

it('lists a completed challenge with its votes', async () => {
  const admin = await makeAdmin(db)
  const { challenge, submission } = await makeBallot(db, { title: 'Paper boats' })
  await castVote(db, as(await makeMember(db)), challenge, submission)
  await completeChallenge(db, as(admin), challenge)
  const { text } = await openPage(db, desk, '/admin/integrity', { viewer: admin })
  expect(text).toMatch(/Paper boats 1 vote, voting ended .* Completed/)
})

it('leaves out a canceled challenge', async () => {
  const admin = await makeAdmin(db)
  const { challenge: id } = await makeBallot(db, { title: 'Folded cranes' })
  await cancelChallenge(db, as(admin), id, 'The brief was wrong.')
  const { text } = await openPage(db, desk, '/admin/integrity', { viewer: admin })
  expect(text).not.toContain('Folded cranes')
  const opened = await openPage(db, contest, `/admin/integrity/${id}`, { viewer: admin, params: { id } })
  expect(opened.status).toBe(404)
})

it('opens the last page in place of one beyond it', async () => {
  const admin = await makeAdmin(db)
  const { challenge: id, submission } = await makeBallot(db, { title: 'Clay birds' })
  await castVote(db, as(await makeMember(db)), id, submission)
  const path = `/admin/integrity/${id}`
  for (const query of ['', `&entry=${submission}`]) {
    const to = `${path}?page=9${query}`
    const { location } = await openPage(db, contest, to, { viewer: admin, params: { id } })
    expect(location).toBe(query ? `${path}?${query.slice(1)}` : path)
  }
})

it('says what was voided together, and offers to restore it until completion', async () => {
  const admin = await makeAdmin(db)
  const { challenge: id, submission } = await makeBallot(db, { title: 'Glass bells' })
  const voters = [await makeMember(db), await makeMember(db), await makeMember(db)]
  for (const voter of voters) await castVote(db, as(voter), id, submission)
  for (const part of [voters.slice(0, 2), voters.slice(2)]) {
    const sent = { voters: part.map((voter) => voter.id), reason: 'agreed', note: 'They wrote so' }
    expect((await voidVotesOf(db, as(admin), id, sent)).ok).toBe(true)
  }
  const open = () => openPage(db, contest, `/admin/integrity/${id}`, { viewer: admin, params: { id } })
  const { text, html } = await open()
  expect(text).toContain('2 votes: votes were given by agreement They wrote so')
  for (const { displayName } of voters) expect(text).toContain(displayName)
  const names = [...html.matchAll(/aria-label="(Restore [^"]*)"/g)].map(([, name]) => name)
  expect(names).toEqual(['Restore 1 vote', 'Restore 2 votes'])
  await completeChallenge(db, as(admin), id)
  expect((await open()).html).not.toContain('aria-label="Restore')
})
