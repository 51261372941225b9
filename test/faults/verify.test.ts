import sql from 'sql-template-tag'
import { expect, test } from 'vitest'
import { castVote } from '#domain/voting/commands.server.ts'
import { as, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { Journal } from './journal.ts'
import { verify } from './verify.ts'
import { makeWorld, type Person, type World } from './world.ts'

const { db, connection } = await testDatabase()

interface Ground {
  world: World
  journal: Journal
  person: Person
  challengeId: string
  submissionId: string
}

async function prepare(): Promise<Ground> {
  const world = await makeWorld(db, 1, { ballots: 1, open: 1 })
  const [person] = world.people
  const [ballot] = world.ballots
  if (!person || !ballot) throw new Error('the world is empty')
  const { challengeId, submissionIds } = ballot
  return { world, journal: new Journal(), person, challengeId, submissionId: submissionIds[0] ?? '' }
}

test('accepts stored acknowledged writes, and any outcome of unknown ones', async () => {
  const { world, journal, person, challengeId, submissionId } = await prepare()
  journal.recordVote(person.id, challengeId, submissionId, 'unknown', '503')
  await verify(connection, { world, journal })
  await castVote(db, as(person), challengeId, submissionId)
  await verify(connection, { world, journal })
  journal.recordVote(person.id, challengeId, submissionId, 'acknowledged', '303')
  await verify(connection, { world, journal })
})

test('finds a lost vote, a vote that was never cast and one that was withdrawn', async () => {
  const { world, journal, person, challengeId, submissionId } = await prepare()
  journal.recordVote(person.id, challengeId, submissionId, 'acknowledged', '303')
  await expect(verify(connection, { world, journal })).rejects.toThrow('is null after vote')
  await castVote(db, as(person), challengeId, submissionId)
  await expect(verify(connection, { world, journal: new Journal() })).rejects.toThrow('was never cast')
  journal.recordVote(person.id, challengeId, null, 'acknowledged', '303')
  await expect(verify(connection, { world, journal })).rejects.toThrow(`is ${submissionId} after`)
})

test('finds a lost submission and one with another title', async () => {
  const { world, journal, person } = await prepare()
  const challengeId = world.open[0] ?? ''
  const attempt = { title: 'Submission 1', withImage: false }
  journal.recordSubmission(person.id, challengeId, attempt, 'acknowledged', '201')
  await expect(verify(connection, { world, journal })).rejects.toThrow('is lost')
  await makeSubmission(db, person, challengeId)
  await expect(verify(connection, { world, journal })).rejects.toThrow('was never sent')
})

test('finds an early, a repeated and a missing transition', async () => {
  const { world, journal } = await prepare()
  const [challengeId = ''] = world.open
  world.due.set(challengeId, { status: 'canceled', winnerId: null })
  await expect(verify(connection, { world, journal })).rejects.toThrow('is active')
  const cancel = sql`update challenges set status = 'canceled', completed_at = now() where id = ${challengeId}`
  await db.rows(cancel)
  await expect(verify(connection, { world, journal })).rejects.toThrow('"early":1')
  await db.rows(sql`update challenges set status = 'active', completed_at = null where id = ${challengeId}`)
  await db.rows(cancel)
  await expect(verify(connection, { world, journal })).rejects.toThrow('"transitions":3')
})

test('reports responses that no fault explains', async () => {
  const { world, journal } = await prepare()
  journal.anomalies.push('/challenges: 500')
  await expect(verify(connection, { world, journal })).rejects.toThrow('unexpected answer: /challenges: 500')
})
