import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { brokenInvariants } from '#db/invariants.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { openImageQueue } from '#domain/media/press.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { as, makeChallenge, makeEntry, makeMember, openVoting } from '#test/builders.ts'
import { at, testDatabase } from '#test/database.ts'
import { MESSAGES } from './rules.ts'
import { submissionToWithdraw, withdrawSubmission } from './withdraw.server.ts'

const { db, another } = await testDatabase()
const dataDir = mkdtempSync(join(tmpdir(), 'withdraw-test-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const files = await openFileStore({ dataDir, s3: undefined })
const admin = await makeMember(db, { isAdmin: true })

it('gives back the points, deletes the image, and lets the author submit again', async () => {
  const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const services = { db, files, imageQueue: openImageQueue() }
  const image = await storeImage(services, {
    ownerId: member.id,
    purpose: 'submission',
    source: bytes,
    size: bytes.length,
  })
  if (!image.ok) throw new Error(image.message)
  const id = await makeEntry(db, member, challenge, { imageId: image.value.id })
  expect(await points(member)).toBe(25)
  expect(await withdraw(member, challenge, id)).toEqual({ ok: true, value: null })
  expect(await points(member)).toBe(0)
  expect(await db.rows(sql`select id from images where owner_id = ${member.id}`)).toEqual([])
  expect(await files.get(`images/${image.value.id}/40.webp`)).toBeNull()
  expect(await withdraw(member, challenge, id)).toMatchObject({ code: 'not-found' })
  await makeEntry(db, member, challenge)
  expect(await points(member)).toBe(25)
  expect(await brokenInvariants(db)).toEqual([])
})

it('is not found for anyone else, by page or by command', async () => {
  const [member, other, challenge] = [await makeMember(db), await makeMember(db), await makeChallenge(db)]
  const id = await makeEntry(db, member, challenge)
  for (const viewer of [other, admin]) {
    expect(await submissionToWithdraw(db, as(viewer), challenge, id)).toBeUndefined()
    expect(await withdraw(viewer, challenge, id)).toMatchObject({ code: 'not-found' })
  }
  expect(await withdrawSubmission({ db, files }, as(null), challenge, id)).toMatchObject({
    code: 'signed-out',
  })
})

it('is refused from the deadline on, with votes, and once rejected', async () => {
  const member = await makeMember(db)
  const deadline = new Date(Date.now() + 60_000)
  const closing = await makeChallenge(db, { deadline })
  const late = await makeEntry(db, member, closing)
  for (const [moment, ok] of [
    [deadline.getTime(), false],
    [deadline.getTime() + 1, false],
    [deadline.getTime() - 1, true],
  ] as const) {
    const outcome = await at(db, new Date(moment), (tx) =>
      withdrawSubmission({ db: tx, files }, as(member), closing, late),
    )
    expect(outcome).toMatchObject(ok ? { ok } : { ok, message: MESSAGES.withdrawTooLate })
  }

  const extended = await makeChallenge(db)
  const voted = await makeEntry(db, member, extended)
  await openVoting(db, extended)
  await castVote(db, as(await makeMember(db)), extended, voted)
  expect(await withdraw(member, extended, voted)).toMatchObject({ message: MESSAGES.withdrawTooLate })
  await extendChallenge(db, as(admin), extended)
  expect(await withdraw(member, extended, voted)).toMatchObject({ message: MESSAGES.withdrawVoted })

  const challenge = await makeChallenge(db)
  const rejected = await makeEntry(db, member, challenge)
  await rejectSubmission(db, as(admin), rejected, '')
  expect(await withdraw(member, challenge, rejected)).toMatchObject({ message: MESSAGES.withdrawRejected })
  expect(await brokenInvariants(db)).toEqual([])
})

it('never crosses the opening of voting', async () => {
  for (let round = 0; round < 10; round++) {
    const [member, other] = [await makeMember(db), await makeMember(db)]
    const challenge = await makeChallenge(db)
    const id = await makeEntry(db, member, challenge)
    await makeEntry(db, other, challenge)
    const close = sql`update challenges set deadline = dojo_now() where id = ${challenge}`
    const [outcome] = await Promise.all([
      withdrawSubmission({ db: another(1), files }, as(member), challenge, id),
      db.rows(close).then(() => advanceDue(db, 'after')),
    ])
    const left = await db.row<{ count: number }>(sql`
      select participant_count as count from challenges where id = ${challenge}`)
    expect(left?.count).toBe(outcome.ok ? 1 : 2)
  }
  expect(await brokenInvariants(db)).toEqual([])
})

function withdraw(member: Member, challenge: string, id: string) {
  return withdrawSubmission({ db, files }, as(member), challenge, id)
}

async function points(member: Member): Promise<number | undefined> {
  return (await db.row<{ points: number }>(sql`select points from users where id = ${member.id}`))?.points
}
