import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import { deleteMember } from '#domain/accounts/delete.server.ts'
import { reinstateMember, suspendMember } from '#domain/accounts/suspension.server.ts'
import { sendAnnouncement } from '#domain/announcements/commands.server.ts'
import { createChallenge, deleteChallenge } from '#domain/challenges/commands.server.ts'
import type { ChallengeForm } from '#domain/challenges/form.server.ts'
import { updateChallenge } from '#domain/challenges/update.server.ts'
import { completeChallenge, extendChallenge } from '#domain/lifecycle/commands.server.ts'
import { lifecycleSteps } from '#domain/lifecycle/completion.server.ts'
import { approveSubmission, deleteSubmission, rejectSubmission } from '#domain/moderation/commands.server.ts'
import { undoModeration } from '#domain/moderation/undo.server.ts'
import { setRole } from '#domain/people/administrators.server.ts'
import { adjustPoints, changeRank } from '#domain/points/commands.server.ts'
import type { Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import {
  as,
  daysFromNow,
  makeAdmin,
  makeChallenge,
  makeMember,
  makeSubmission,
  noFiles,
} from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'

const { db, another } = await testDatabase()
const admins = { emails: [], userIds: [] }
const member = await makeMember(db)
const suspended = await makeMember(db)
const challenge = await makeChallenge(db, { deadline: daysFromNow(5) })
const draft = await makeChallenge(db, { status: 'draft' })
const pending = await makeSubmission(db, member, challenge)
const approved = await makeSubmission(db, suspended, challenge)
const imageId = newId()
await db.rows(sql`
  insert into images (id, purpose, width, height, widths, bytes) values (${imageId}, 'challenge', 10, 10, '{320}', 9)`)
const colleague = await makeAdmin(db)
await approveSubmission(db, as(colleague), approved)
await suspendMember(db, colleague, { userId: suspended.id, reason: 'Votes for sale' }, admins)

const form: ChallengeForm = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  requirements: 'One',
  kind: 'code',
  type: 'monthly',
  status: 'draft',
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

const commands: Record<string, (on: Db, admin: Awaited<ReturnType<typeof makeAdmin>>) => Promise<object>> = {
  createChallenge: (on, admin) => createChallenge(on, as(admin), form, imageId),
  updateChallenge: (on, admin) =>
    updateChallenge(on, as(admin), draft, { form, imageId, isConfirmed: true }, lifecycleSteps),
  deleteChallenge: (on, admin) => deleteChallenge(on, as(admin), draft),
  completeChallenge: (on, admin) => completeChallenge(on, as(admin), challenge),
  extendChallenge: (on, admin) => extendChallenge(on, as(admin), challenge),
  approveSubmission: (on, admin) => approveSubmission(on, as(admin), pending),
  rejectSubmission: (on, admin) => rejectSubmission(on, as(admin), pending, ''),
  deleteSubmission: (on, admin) => deleteSubmission({ db: on, files: noFiles }, as(admin), pending),
  undoModeration: (on, admin) => undoModeration(on, as(admin), approved),
  adjustPoints: (on, admin) => adjustPoints(on, admin, { userId: member.id, change: 5, description: '' }),
  changeRank: (on, admin) => changeRank(on, admin, { userId: member.id, rank: 'Elite Ninja' }),
  suspendMember: (on, admin) =>
    suspendMember(on, admin, { userId: member.id, reason: 'Votes for sale' }, admins),
  sendAnnouncement: (on, admin) =>
    sendAnnouncement(on, admin, newId(), { title: 'News', text: 'Text', link: null, challengeId: null }),
  reinstateMember: (on, admin) => reinstateMember(on, admin, suspended.id),
}

const ofModerators = ['approveSubmission', 'rejectSubmission', 'deleteSubmission', 'undoModeration']

class Undone extends Error {}

describe.each(Object.entries(commands))('%s', (name, command) => {
  it('is refused and writes nothing once the role or the account was removed', async () => {
    const [formerAdmin, deleted] = [await makeAdmin(db), await makeAdmin(db)]
    await setRole(db, formerAdmin.id, null)
    await setRole(db, deleted.id, null)
    expect(await deleteMember({ db, files: noFiles }, deleted.id, 'remove', admins)).toMatchObject({
      ok: true,
    })
    const before = await written()
    expect(await command(db, formerAdmin)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await command(db, deleted)).toMatchObject({ ok: false, code: 'forbidden' })
    expect(await written()).toEqual(before)
  })

  it(`${ofModerators.includes(name) ? 'runs' : 'is refused'} for a moderator`, async () => {
    const moderator = (await makeMember(db, { isModerator: true })) as typeof colleague
    const undone = db.transaction(async (tx) => {
      const refusal = { ok: false, code: 'forbidden' }
      expect(await command(tx, moderator)).toMatchObject(ofModerators.includes(name) ? { ok: true } : refusal)
      await setRole(tx, moderator.id, null)
      expect(await command(tx, moderator)).toMatchObject({ ok: false })
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
  })

  it('runs for an administrator', async () => {
    const undone = db.transaction(async (tx) => {
      expect(await command(tx, colleague)).toMatchObject({ ok: true })
      throw new Undone()
    })
    await expect(undone).rejects.toBeInstanceOf(Undone)
  })
})

it('is refused if the role is removed while the command waits for a lock', async () => {
  const admin = await makeAdmin(db)
  const before = await written()
  const { change } = await another(2).transaction(async (tx) => {
    await tx.rows(sql`select 1 as found from users where id = ${member.id} for update`)
    const change = adjustPoints(db, admin, { userId: member.id, change: 5, description: '' })
    await lockWait(tx)
    await setRole(another(1), admin.id, null)
    return { change }
  })
  expect(await change).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await written()).toEqual(before)
})

function written() {
  return db.row<{ audited: number; data: string }>(sql`
    select (select count(*)::int from audit_log where action <> 'admin_revoked') as audited,
      md5(concat(
        (select string_agg(c::text, ',' order by id) from challenges c),
        (select string_agg(s::text, ',' order by id) from submissions s),
        (select string_agg(concat(u.id, u.points, u.rank, u.suspended_at), ',' order by id) from users u
          where u.id in (${member.id}, ${suspended.id})))) as data`)
}
