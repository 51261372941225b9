import sql from 'sql-template-tag'
import { expect, onTestFinished, test } from 'vitest'
import { recordNotificationEvent } from '#domain/events/record.server.ts'
import { saveNotificationSettings } from '#domain/notifications/commands.server.ts'
import { deliverEvents } from '#domain/notifications/delivery.server.ts'
import { backupWorld, command, emptyDatabase, urlOf, within } from '#test/backup-world.ts'
import { daysFromNow, makeChallenge, makeMember } from '#test/builders.ts'
import { ready, spawnServer, temporaryFolder } from '#test/server-process.ts'
import { startMailServer } from '#test/smtp-server.ts'

const { db, connection, folder } = await backupWorld()

test('a restored copy sends and completes nothing until maintenance is off', async () => {
  const due = await makeChallenge(db, { status: 'active', deadline: daysFromNow(-1) })
  await mailToMember()
  const mails = await startMailServer()
  onTestFinished(() => mails.stop())
  const target = await emptyDatabase()
  const source = { DATABASE_URL: urlOf(connection), DATA_DIR: `${folder}/source` }
  const copy = { DATABASE_URL: urlOf(target), DATA_DIR: await temporaryFolder() }
  const file = `${folder}/copy.tar.zst`
  expect(await command(['backup', file], source)).toMatchObject({ code: 0 })
  expect(await command(['restore', file], copy)).toMatchObject({
    code: 0,
    out: expect.stringContaining('The copy is in maintenance'),
  })

  const mail = { SMTP_URL: mails.url, MAIL_FROM: 'dojo@dojo.example' }
  const server = await ready(await spawnServer({ ...copy, ...mail, LOG_LEVEL: 'info' }))
  expect(server.err()).toContain('maintenance mode is on: This is a copy of the site.')
  const statusOf = () =>
    within(target, (copied) => copied.row(sql`select status from challenges where id = ${due}`))
  expect(await statusOf()).toEqual({ status: 'active' })
  expect(mails.received).toEqual([])

  const off = command(['maintenance', 'off'], copy)
  expect(await off).toMatchObject({ code: 0 })
  await expect.poll(() => mails.received.length, { timeout: 10_000 }).toBe(1)
  await expect.poll(statusOf, { timeout: 10_000 }).not.toEqual({ status: 'active' })
})

async function mailToMember(): Promise<void> {
  const member = await makeMember(db)
  await db.rows(sql`
    insert into identities (issuer, subject, user_id, email, email_verified)
    values ('https://id.example', ${member.id}, ${member.id}, 'reader@example.org', true)`)
  const details = { rank: 'Adept Ninja', before: 'Novice Ninja' }
  await recordNotificationEvent(db, { kind: 'rank_changed', key: member.id, userId: member.id, details })
  await saveNotificationSettings(db, member, { rank_changed: 'mail' })
  await deliverEvents(db, { sendsMail: true })
}
