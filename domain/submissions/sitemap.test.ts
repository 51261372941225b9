import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { daysFromNow, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { sitemapAddresses } from './queries.server.ts'

const { db } = await testDatabase()
const author = await makeMember(db)

it('lists only what visitors may see', async () => {
  const draft = await makeChallenge(db, { status: 'draft' })
  const open = await makeChallenge(db)
  const secretive = await makeChallenge(db, { showSubmissions: false, deadline: daysFromNow(2) })
  const shown = await makeSubmission(db, author, open)
  const hidden = await makeSubmission(db, author, secretive)
  const other = await makeMember(db)
  const rejected = await makeSubmission(db, other, open)
  await db.rows(sql`update submissions set status = 'rejected' where id = ${rejected}`)

  const paths = (await sitemapAddresses(db, 'after')).map(({ path }) => path)
  expect(paths).toContain(`/challenges/${open}`)
  expect(paths).toContain(`/challenges/${secretive}`)
  expect(paths).toContain(`/challenges/${open}/submissions/${shown}`)
  expect(paths.join()).not.toMatch(new RegExp([draft, hidden, rejected].join('|')))
})

it('lists only approved submissions under moderation before publication', async () => {
  const challenge = await makeChallenge(db)
  const [pending, approved] = [
    await makeSubmission(db, author, challenge),
    await makeSubmission(db, await makeMember(db), challenge),
  ]
  await db.rows(sql`update submissions set status = 'approved' where id = ${approved}`)
  const paths = (await sitemapAddresses(db, 'before')).map(({ path }) => path).join()
  expect(paths).toContain(approved)
  expect(paths).not.toContain(pending)
})

it('stays within its limits, newest first', async () => {
  const newest = await makeChallenge(db, { createdAt: daysFromNow(1) })
  const addresses = await sitemapAddresses(db, 'after', { challenges: 1, submissions: 1 })
  expect(addresses).toHaveLength(2)
  expect(addresses[0]).toEqual({ path: `/challenges/${newest}`, changedAt: expect.any(Date) })
})
