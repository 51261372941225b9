import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, expect, it } from 'vitest'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import { extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { storeImage } from '#domain/media/store.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rejectSubmission } from '#domain/moderation/commands.server.ts'
import { castVote } from '#domain/voting/commands.server.ts'
import { openFileStore } from '#platform/files/file-store.server.ts'
import { aSubmission, as, makeBallot, makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { at, keepInvariants, testDatabase } from '#test/database.ts'
import { imageProcessor } from '#test/image-processes.ts'
import { createSubmission } from './create.server.ts'
import { WITHDRAWAL_MESSAGES } from './refusals.ts'
import { updateSubmission } from './update.server.ts'
import { submissionToWithdraw, withdrawSubmission } from './withdraw.server.ts'

const { db, another } = await testDatabase()
keepInvariants(db)
const dataDir = mkdtempSync(join(tmpdir(), 'withdraw-test-'))
afterAll(() => rmSync(dataDir, { recursive: true, force: true }))
const files = await openFileStore({ dataDir, s3: undefined })
const admin = await makeMember(db, { isAdmin: true })

it('takes back the points, deletes the image, and lets the author submit again', async () => {
  const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
  const bytes = await sharp({ create: { width: 40, height: 40, channels: 3, background: '#345' } })
    .png()
    .toBuffer()
  const services = { db, files, imageProcessor }
  const image = await storeImage(services, {
    ownerId: member.id,
    purpose: 'submission',
    bytes,
  })
  if (!image.ok) throw new Error(image.message)
  const id = await makeSubmission(db, member, challenge, { imageId: image.value.id })
  expect(await points(member)).toBe(25)
  const file = `images/${image.value.id}/480.webp`
  expect(await files.get(file)).not.toBeNull()
  expect(await withdraw(member, challenge, id)).toEqual({ ok: true, value: null })
  expect(await points(member)).toBe(0)
  expect(await db.rows(sql`select id from images where owner_id = ${member.id}`)).toEqual([])
  expect(await files.get(file)).toBeNull()
  expect(await withdraw(member, challenge, id)).toMatchObject({ code: 'not-found' })
  await makeSubmission(db, member, challenge)
  expect(await points(member)).toBe(25)
})

it('takes back what an edit after a rejection has paid while it waited', async () => {
  const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
  const id = await makeSubmission(db, member, challenge)
  let withdrawal: ReturnType<typeof withdraw> | undefined
  await another(4).transaction(async (tx) => {
    await tx.rows(sql`select 1 from challenges where id = ${challenge} for update`)
    withdrawal = withdraw(member, challenge, id)
    await waiting(1)
    await rejectSubmission(tx, as(admin), id, '')
    await updateSubmission(tx, as(member), id, aSubmission)
  })
  expect(await withdrawal).toEqual({ ok: true, value: null })
  expect(await points(member)).toBe(0)
})

it('pays for a submission that waits for the withdrawal of an earlier one', async () => {
  const [member, challenge] = [await makeMember(db), await makeChallenge(db)]
  for (let times = 0; times < 5; times++) {
    const id = await makeSubmission(db, member, challenge)
    const held = another(1)
    const resubmission = await held.transaction(async (tx) => {
      await tx.rows(sql`select id from challenges where id = ${challenge} for update`)
      const withdrawal = withdraw(member, challenge, id)
      await waiting(1)
      const submission = createSubmission(another(2), as(member), challenge, aSubmission)
      await waiting(2)
      return { withdrawal, submission }
    })
    expect(await resubmission.withdrawal).toMatchObject({ ok: true })
    const submitted = await resubmission.submission
    if (!submitted.ok) throw new Error(submitted.message)
    expect(await points(member)).toBe(25)
    await withdraw(member, challenge, submitted.value.submissionId)
    expect(await points(member)).toBe(0)
  }
})

it('does not find the submission for anyone else, by query or command', async () => {
  const [member, other, challenge] = [await makeMember(db), await makeMember(db), await makeChallenge(db)]
  const id = await makeSubmission(db, member, challenge)
  for (const viewer of [other, admin]) {
    expect(await submissionToWithdraw(db, as(viewer), challenge, id)).toBeUndefined()
    expect(await withdraw(viewer, challenge, id)).toMatchObject({ code: 'not-found' })
  }
  expect(await withdrawSubmission({ db, files }, as(null), challenge, id)).toMatchObject({
    code: 'signed-out',
  })
})

it('refuses after the deadline, with votes, and after a rejection', async () => {
  const member = await makeMember(db)
  const deadline = new Date(Date.now() + 60_000)
  const closing = await makeChallenge(db, { deadline })
  const late = await makeSubmission(db, member, closing)
  for (const [moment, ok] of [
    [deadline.getTime(), false],
    [deadline.getTime() + 1, false],
    [deadline.getTime() - 1, true],
  ] as const) {
    const outcome = await at(db, new Date(moment), (tx) =>
      withdrawSubmission({ db: tx, files }, as(member), closing, late),
    )
    expect(outcome).toMatchObject(ok ? { ok } : { ok, message: WITHDRAWAL_MESSAGES.tooLate })
  }

  const { challenge: extended, submission: voted } = await makeBallot(db, { author: member })
  await castVote(db, as(await makeMember(db)), extended, voted)
  expect(await withdraw(member, extended, voted)).toMatchObject({
    message: WITHDRAWAL_MESSAGES.tooLate,
  })
  await extendChallenge(db, as(admin), extended)
  expect(await withdraw(member, extended, voted)).toMatchObject({
    message: WITHDRAWAL_MESSAGES.frozen,
  })

  const challenge = await makeChallenge(db)
  const rejected = await makeSubmission(db, member, challenge)
  await rejectSubmission(db, as(admin), rejected, '')
  expect(await withdraw(member, challenge, rejected)).toMatchObject({
    message: WITHDRAWAL_MESSAGES.rejected,
  })
})

it('either precedes the opening of voting or is refused', async () => {
  for (let round = 0; round < 10; round++) {
    const [member, other] = [await makeMember(db), await makeMember(db)]
    const challenge = await makeChallenge(db)
    const id = await makeSubmission(db, member, challenge)
    await makeSubmission(db, other, challenge)
    const close = sql`update challenges set deadline = app_now() where id = ${challenge}`
    const [outcome] = await Promise.all([
      withdrawSubmission({ db: another(1), files }, as(member), challenge, id),
      db.rows(close).then(() => advanceDue(db, 'after')),
    ])
    const left = await db.row<{ count: number }>(sql`
      select participant_count as count from challenges where id = ${challenge}`)
    expect(left?.count).toBe(outcome.ok ? 1 : 2)
  }
})

function withdraw(member: Member, challenge: string, id: string) {
  return withdrawSubmission({ db, files }, as(member), challenge, id)
}

async function points(member: Member): Promise<number | undefined> {
  return (await db.row<{ points: number }>(sql`select points from users where id = ${member.id}`))?.points
}

/** Returns once `count` statements in this database wait for a lock. */
async function waiting(count: number): Promise<void> {
  for (let found = 0; found < count; ) {
    const state = await db.row<{ count: number }>(sql`
      select count(*)::int as count from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`)
    found = state?.count ?? 0
  }
}
