import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { createChallenge } from '#domain/challenges/commands.server.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { advanceDue } from '#domain/lifecycle/advance.server.ts'
import {
  closeEntries,
  completeChallenge,
  extendChallenge,
  openChallenge,
  reopenChallenge,
  startVoting,
} from '#domain/lifecycle/commands.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { approveSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  accepted,
  aSubmission,
  as,
  daysFromNow,
  makeAdmin,
  makeBallot,
  makeChallenge,
  makeMember,
  makeSubmission,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { aWebhook, makeWebhook } from '#test/webhooks.ts'
import {
  createWebhook,
  deleteWebhook,
  renewWebhookSecret,
  sendDeliveryAgain,
  sendWebhookTest,
  updateWebhook,
} from './commands.server.ts'
import { sendDueWebhooks } from './deliveries.server.ts'
import { parseWebhook } from './form.server.ts'
import { deliveriesOf, findWebhook, listWebhooks } from './queries.server.ts'
import { WEBHOOK_LIMITS, WEBHOOK_MESSAGES } from './rules.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)
const scope = as(admin)
const before = { ...scope, moderation: 'before' as const }

beforeEach(async () => {
  await db.rows(sql`delete from webhooks`)
})

const form: ChallengeForm = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  requirements: 'One',
  kind: 'code',
  type: 'monthly',
  status: 'active',
  startDate: null,
  deadline: daysFromNow(5),
  votingOpensAt: null,
  votingClosesAt: null,
  showSubmissions: true,
  showVotes: true,
  allowVoting: true,
  allowComments: true,
  voters: 'everyone',
}

describe('a webhook is told once (HOOK-1)', () => {
  it('of a challenge that is created open, opens by itself or is opened', async () => {
    const imageId = newId()
    await db.rows(sql`
      insert into images (id, purpose, width, height, widths, bytes)
      values (${imageId}, 'challenge', 10, 10, '{320}', 9)`)
    await makeWebhook(db, admin)
    const created = accepted(await createChallenge(db, scope, form, imageId))
    accepted(await createChallenge(db, scope, form, imageId, created.id))
    const draft = accepted(await createChallenge(db, scope, { ...form, status: 'draft' }, imageId))
    expect(await recorded()).toEqual(['challenge.opened'])
    accepted(await openChallenge(db, scope, draft.id))
    expect(await recorded()).toEqual(['challenge.opened', 'challenge.opened'])
    await makeChallenge(db, { status: 'upcoming', startDate: daysFromNow(-1) })
    await Promise.all([advanceDue(db, 'after'), advanceDue(another(2), 'after')])
    expect(await recorded()).toHaveLength(3)
  })

  it('of voting that opens by itself or by an organiser, and of results', async () => {
    await makeWebhook(db, admin)
    const [member, other] = [await makeMember(db), await makeMember(db)]
    const due = await makeChallenge(db)
    await makeSubmission(db, member, due)
    await db.rows(
      sql`update challenges set deadline = app_now(), voting_ends_at = app_now() where id = ${due}`,
    )
    await Promise.all([advanceDue(db, 'after'), advanceDue(another(2), 'after')])
    await advanceDue(db, 'after')
    expect(await recorded(due)).toEqual(['submission.received', 'voting.opened', 'challenge.completed'])
    const started = await makeChallenge(db)
    await makeSubmission(db, other, started)
    accepted(await startVoting(db, scope, started))
    accepted(await completeChallenge(db, scope, started))
    expect(await recorded(started)).toEqual(['submission.received', 'voting.opened', 'challenge.completed'])
  })

  it('of each move of the deadline, with the dates', async () => {
    await makeWebhook(db, admin)
    const { challenge } = await makeBallot(db)
    accepted(await extendChallenge(db, scope, challenge))
    accepted(await closeEntries(db, scope, challenge))
    expect((await recorded(challenge)).filter((kind) => kind === 'challenge.deadline_moved')).toHaveLength(2)
    const later = await makeChallenge(db, { deadline: daysFromNow(3) })
    const version = await db.row<{ version: number; imageId: string }>(sql`
      update challenges set image_id = (select id from images limit 1) where id = ${later}
      returning version, image_id as "imageId"`)
    const update = { form, imageId: version?.imageId ?? null, isConfirmed: true }
    accepted(await updateChallenge(db, scope, later, update, lifecycleSteps))
    const [moved] = await db.rows<{ details: { deadline: { to: string } } }>(sql`
      select details from webhook_deliveries where challenge_id = ${later}`)
    expect(moved?.details.deadline.to).toBe(form.deadline.toISOString())
  })

  it('of no results that are opened again before they were sent', async () => {
    await makeWebhook(db, admin)
    const { challenge } = await makeBallot(db)
    accepted(await completeChallenge(db, scope, challenge))
    accepted(await reopenChallenge(db, scope, challenge, 3))
    expect(await recorded(challenge)).not.toContain('challenge.completed')
  })

  it('of nothing that was undone with its transaction', async () => {
    await makeWebhook(db, admin)
    const challenge = await makeChallenge(db, { status: 'draft' })
    const undone = db.transaction(async (tx) => {
      accepted(await openChallenge(tx, scope, challenge))
      expect(await recorded(challenge, tx)).toEqual(['challenge.opened'])
      throw new Error('crashed')
    })
    await expect(undone).rejects.toThrow('crashed')
    expect(await recorded(challenge)).toEqual([])
  })

  it('only while it is on, and of its kinds', async () => {
    await makeWebhook(db, admin, { enabled: false })
    await makeWebhook(db, admin, { kinds: ['voting.opened'] })
    const challenge = await makeChallenge(db, { status: 'draft' })
    accepted(await openChallenge(db, scope, challenge))
    expect(await recorded(challenge)).toEqual([])
  })

  it('by a command that waits for the deletion of another webhook', async () => {
    const [gone, stays] = [await makeWebhook(db, admin), await makeWebhook(db, admin)]
    const challenge = await makeChallenge(db, { status: 'draft' })
    const { opening } = await another(2).transaction(async (tx) => {
      await tx.rows(sql`delete from webhooks where id = ${gone}`)
      const opening = openChallenge(db, scope, challenge)
      await lockWait(tx)
      return { opening }
    })
    accepted(await opening)
    const told = await db.rows<{ id: string }>(sql`select webhook_id as id from webhook_deliveries`)
    expect(told).toEqual([{ id: stays }])
  })
})

describe('an entry (HOOK-2)', () => {
  it('is told when it is received, and not again when it is approved', async () => {
    await makeWebhook(db, admin)
    const challenge = await makeChallenge(db)
    const submission = await makeSubmission(db, await makeMember(db), challenge)
    expect(await recorded(challenge)).toEqual(['submission.received'])
    accepted(await approveSubmission(db, scope, submission))
    expect(await recorded(challenge)).toEqual(['submission.received'])
  })

  it('is told once it is approved, where it is public only then, and not twice', async () => {
    await makeWebhook(db, admin)
    const challenge = await makeChallenge(db)
    const author = { ...as(await makeMember(db)), moderation: 'before' as const }
    const { submissionId } = accepted(await createSubmission(db, author, challenge, aSubmission))
    expect(await recorded(challenge)).toEqual([])
    accepted(await approveSubmission(db, before, submissionId))
    expect(await recorded(challenge)).toEqual(['submission.received'])
    accepted(await undoModeration(db, before, submissionId))
    accepted(await approveSubmission(db, before, submissionId))
    expect(await recorded(challenge)).toEqual(['submission.received'])
  })

  it('is told when it is approved, where approvals are not needed any more', async () => {
    await makeWebhook(db, admin)
    const challenge = await makeChallenge(db)
    const author = { ...as(await makeMember(db)), moderation: 'before' as const }
    const { submissionId } = accepted(await createSubmission(db, author, challenge, aSubmission))
    accepted(await approveSubmission(db, scope, submissionId))
    expect(await recorded(challenge)).toEqual(['submission.received'])
  })

  it('is not told again when it is approved after the log has forgotten it', async () => {
    await makeWebhook(db, admin)
    const challenge = await makeChallenge(db)
    const submission = await makeSubmission(db, await makeMember(db), challenge)
    await db.rows(sql`delete from webhook_deliveries`)
    await db.rows(sql`
      update submissions set submission_date = app_now() - interval '31 days' where id = ${submission}`)
    accepted(await approveSubmission(db, scope, submission))
    expect(await recorded(challenge)).toEqual([])
  })

  it('is not told while entries are hidden until the deadline', async () => {
    await makeWebhook(db, admin)
    const challenge = await makeChallenge(db, { showSubmissions: false })
    await makeSubmission(db, await makeMember(db), challenge)
    expect(await recorded(challenge)).toEqual([])
  })
})

describe('the form', () => {
  it.each([
    'http://club.example/',
    'https://club.example:8443/',
    'https://user:secret@club.example/',
    'ftp://club.example/',
    'club.example',
    '',
    `https://club.example/${'a'.repeat(WEBHOOK_LIMITS.url)}`,
    `https://club.example/${'ä'.repeat(WEBHOOK_LIMITS.url / 2)}`,
  ])('refuses the address %.40s', (url) => {
    expect(parseWebhook({ ...aWebhook, url }, {})).toEqual({
      ok: false,
      errors: { url: WEBHOOK_MESSAGES.url },
    })
  })

  it.each([
    'https://10.0.0.1/',
    'https://127.0.0.1/',
    'https://[::1]/',
    'https://2130706433/',
    'https://db/',
  ])('refuses the private address %s (HOOK-5)', (url) => {
    const errors = { url: WEBHOOK_MESSAGES.privateUrl }
    expect(parseWebhook({ ...aWebhook, url }, {})).toEqual({ ok: false, errors })
  })

  it('takes an address of this machine where the site is on it', () => {
    const url = 'http://127.0.0.1:9000/hook'
    expect(parseWebhook({ ...aWebhook, url }, {})).toMatchObject({ ok: false })
    expect(parseWebhook({ ...aWebhook, url }, { allowsLoopback: true })).toMatchObject({ form: { url } })
    const far = { ...aWebhook, url: 'http://club.example/' }
    expect(parseWebhook(far, { allowsLoopback: true })).toMatchObject({ ok: false })
  })

  it('refuses other values, and takes what is known', () => {
    const typed = { ...aWebhook, name: ' ', format: 'fax', kinds: ['nothing'] }
    const { name, format, kinds } = WEBHOOK_MESSAGES
    expect(parseWebhook(typed, {})).toEqual({ ok: false, errors: { name, format, kinds } })
    expect(parseWebhook({ ...aWebhook, kinds: ['voting.opened', 'x', 'voting.opened'] }, {})).toEqual({
      ok: true,
      form: { ...aWebhook, kinds: ['voting.opened'] },
    })
  })
})

describe('commands', () => {
  it('a form that arrives twice creates one webhook; with other values it is refused', async () => {
    const id = newId()
    const both = await Promise.all([db, another(1)].map((one) => createWebhook(one, admin, id, aWebhook)))
    expect(both).toEqual([
      { ok: true, value: { id } },
      { ok: true, value: { id } },
    ])
    expect(await listWebhooks(db, admin)).toHaveLength(1)
    expect(await createWebhook(db, admin, id, { ...aWebhook, name: 'Other' })).toMatchObject({
      ok: false,
      message: WEBHOOK_MESSAGES.createdAlready,
    })
  })

  it('there are at most 20, also when two are created at once', async () => {
    for (let made = 1; made < WEBHOOK_LIMITS.webhooks; made++) await makeWebhook(db, admin)
    const both = await Promise.all(
      [db, another(1)].map((one) => createWebhook(one, admin, newId(), aWebhook)),
    )
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
  })

  it('records each change in the audit log, with neither the secret nor the path of the address', async () => {
    const id = await makeWebhook(db, admin, { url: 'https://club.example/hooks/token-7731' })
    const { secret } = (await findWebhook(db, admin, id)) ?? {}
    const changed = {
      ...aWebhook,
      url: 'https://other.example/token-8842',
      kinds: ['voting.opened' as const],
    }
    accepted(await updateWebhook(db, admin, id, { form: changed, version: 0 }))
    accepted(await updateWebhook(db, admin, id, { form: changed, version: 0 }))
    accepted(await renewWebhookSecret(db, admin, id))
    expect((await findWebhook(db, admin, id))?.secret).not.toBe(secret)
    accepted(await deleteWebhook(db, admin, id))
    const log = await db.rows<{ action: string; text: string }>(sql`
      select action, l::text as text from audit_log l where subject_id = ${id} order by created_at, id`)
    expect(log.map(({ action }) => action).sort()).toEqual([
      'webhook_changed',
      'webhook_created',
      'webhook_deleted',
      'webhook_secret_renewed',
    ])
    const texts = log.map(({ text }) => text).join()
    expect(texts).toContain('other.example')
    expect(texts).not.toMatch(/whsec_|token-/)
  })

  it('what waits is given up when a webhook is switched off, and can be sent again', async () => {
    const id = await makeWebhook(db, admin)
    await makeSubmission(db, await makeMember(db), await makeChallenge(db))
    accepted(await updateWebhook(db, admin, id, { form: { ...aWebhook, enabled: false }, version: 0 }))
    const [delivery] = await deliveriesOf(db, admin, id, 'after')
    expect(delivery).toMatchObject({ status: 'given_up', submission: aSubmission.title })
    accepted(await sendDeliveryAgain(db, admin, id, delivery?.id ?? ''))
    expect(await deliveriesOf(db, admin, id, 'after')).toMatchObject([{ status: 'waiting', attempts: 0 }])
    expect(await sendDeliveryAgain(db, admin, id, delivery?.id ?? '')).toMatchObject({ code: 'conflict' })
    expect(await sendDeliveryAgain(db, admin, newId(), delivery?.id ?? '')).toMatchObject({
      code: 'not-found',
    })
  })

  it('a form that was opened before another change is refused, and takes nothing back', async () => {
    const id = await makeWebhook(db, admin)
    const forms = ['First', 'Second'].map((name) => ({ form: { ...aWebhook, name }, version: 0 }))
    const both = await Promise.all(forms.map((change) => updateWebhook(db, admin, id, change)))
    const refusal = { ok: false, code: 'conflict', message: WEBHOOK_MESSAGES.changedSince }
    expect(both).toContainEqual({ ok: true, value: null })
    expect(both).toContainEqual(refusal)
    const saved = forms[both.findIndex(({ ok }) => ok)]?.form
    expect(await findWebhook(db, admin, id)).toMatchObject({ name: saved?.name, version: 1 })
  })

  it('a webhook that was switched off by failures is not switched on by a form that was opened before', async () => {
    const id = await makeWebhook(db, admin)
    await makeSubmission(db, await makeMember(db), await makeChallenge(db))
    const config = { productName: 'Dojo', publicUrl: 'http://localhost:3000', moderation: 'after' as const }
    await sendDueWebhooks({ db, config, post: async () => 410 })
    const renamed = { ...aWebhook, name: 'Renamed' }
    expect(await updateWebhook(db, admin, id, { form: renamed, version: 0 })).toMatchObject({
      ok: false,
      message: WEBHOOK_MESSAGES.offSince,
    })
    expect(await findWebhook(db, admin, id)).toMatchObject({ name: aWebhook.name, enabled: false })
    accepted(await updateWebhook(db, admin, id, { form: renamed, version: 1 }))
    expect(await findWebhook(db, admin, id)).toMatchObject({ name: 'Renamed', enabled: true })
  })

  it('one test waits at a time', async () => {
    const id = await makeWebhook(db, admin, { enabled: false })
    const both = await Promise.all([db, another(1)].map((one) => sendWebhookTest(one, admin, id)))
    expect(both.map(({ ok }) => ok).sort()).toEqual([false, true])
    expect(await deliveriesOf(db, admin, id, 'after')).toHaveLength(1)
  })

  it.each(['member', 'moderator'])('refuses a %s', async (role) => {
    const id = await makeWebhook(db, admin)
    const viewer = await makeMember(db, { isModerator: role === 'moderator' })
    for (const run of [
      createWebhook(db, viewer, newId(), aWebhook),
      updateWebhook(db, viewer, id, { form: { ...aWebhook, name: 'Mine' }, version: 0 }),
      renewWebhookSecret(db, viewer, id),
      deleteWebhook(db, viewer, id),
      sendWebhookTest(db, viewer, id),
      sendDeliveryAgain(db, viewer, id, newId()),
    ])
      expect(await run).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await listWebhooks(db, admin)).toMatchObject([{ id, name: aWebhook.name }])
  })

  it('refuses an unknown webhook', async () => {
    for (const run of [
      updateWebhook(db, admin, newId(), { form: aWebhook, version: 0 }),
      renewWebhookSecret(db, admin, newId()),
      deleteWebhook(db, admin, newId()),
      sendWebhookTest(db, admin, newId()),
    ])
      expect(await run).toMatchObject({ ok: false, code: 'not-found' })
  })
})

/** The kinds of what waits, by time. */
async function recorded(challengeId?: string, on: Db = db): Promise<string[]> {
  const rows = await on.rows<{ kind: string }>(sql`
    select kind from webhook_deliveries where ${challengeId ?? null}::uuid is null or challenge_id = ${challengeId ?? null}
    order by created_at`)
  return rows.map(({ kind }) => kind)
}
