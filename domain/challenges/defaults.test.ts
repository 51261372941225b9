import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeAdmin, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { challengeDefaults, saveChallengeDefaults } from './defaults.server.ts'

const { db } = await testDatabase()

it('stores the defaults of new challenges, and records each change', async () => {
  const admin = await makeAdmin(db)
  expect(await challengeDefaults(db)).toEqual({ showVotes: true })
  const changes = [false, false, true].map((showVotes) => saveChallengeDefaults(db, admin, { showVotes }))
  for (const outcome of await Promise.all(changes)) expect(outcome.ok).toBe(true)
  await saveChallengeDefaults(db, admin, { showVotes: true })
  await saveChallengeDefaults(db, admin, { showVotes: false })
  expect(await challengeDefaults(db)).toEqual({ showVotes: false })
  const [latest] = await db.rows(sql`
    select before, after from audit_log where action = 'challenge_defaults_changed' order by id desc`)
  expect(latest).toEqual({ before: { show_votes: true }, after: { show_votes: false } })
})

it('is refused to members', async () => {
  const before = await challengeDefaults(db)
  const outcome = await saveChallengeDefaults(db, await makeMember(db), { showVotes: !before.showVotes })
  expect(outcome).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await challengeDefaults(db)).toEqual(before)
})
