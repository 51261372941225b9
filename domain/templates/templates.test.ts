import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { isUnused } from '#domain/media/queries.server.ts'
import { newId } from '#platform/id.server.ts'
import { accepted, makeAdmin, makeChallenge, makeMember, makeTemplate } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { TEMPLATE_MESSAGES as MESSAGES, TEMPLATE_LIMITS } from './rules.ts'
import {
  deleteTemplate,
  listTemplates,
  oneTemplate,
  renameTemplate,
  saveTemplate,
} from './templates.server.ts'

const { db, another } = await testDatabase()
const admin = await makeAdmin(db)

it('keeps what a challenge has besides its status and dates, and stays as it was (ADM-132)', async () => {
  const imageId = newId()
  await db.rows(sql`
    insert into images (id, purpose, width, height, widths, bytes) values (${imageId}, 'challenge', 9, 9, '{9}', 9)`)
  const challengeId = await makeChallenge(db, { title: 'Night market', kind: 'audio', showVotes: false })
  await db.rows(sql`update challenges set image_id = ${imageId} where id = ${challengeId}`)
  const id = await makeTemplate(db, admin, { name: ' Market  day ', challengeId })
  await db.rows(sql`update challenges set title = 'Day market', image_id = null where id = ${challengeId}`)
  const template = await oneTemplate(db, admin, id)
  expect(template).toMatchObject({
    name: 'Market day',
    imageId,
    fields: { title: 'Night market', description: 'Make one thing.', kind: 'audio', showVotes: false },
  })
  expect(Object.keys(template?.fields ?? {})).not.toContain('deadline')
  expect(await listTemplates(db, admin)).toContainEqual({
    id,
    name: 'Market day',
    title: 'Night market',
    type: 'weekly',
    kind: 'audio',
  })
  const unused = sql`select image.id from images image where image.id = ${imageId} and ${isUnused(sql`image`)}`
  expect(await db.rows(unused)).toEqual([])
  accepted(await deleteTemplate(db, admin, id))
  expect(await db.rows(unused)).toEqual([{ id: imageId }])
})

it('has a name within its limits that no other has, also when two are saved or renamed at once', async () => {
  const challengeId = await makeChallenge(db)
  const save = (name: string, pool = db, id = newId()) => saveTemplate(pool, admin, { id, name, challengeId })
  expect(await save(' \u200b')).toMatchObject({ code: 'invalid', message: MESSAGES.name })
  const long = await save('x'.repeat(TEMPLATE_LIMITS.name + 1))
  expect(long).toMatchObject({ code: 'invalid', message: MESSAGES.nameLength })
  const taken = { code: 'conflict', message: MESSAGES.nameTaken }
  const saved = await Promise.all([db, another(2)].map((pool) => save('Twice', pool)))
  expect(saved.filter(({ ok }) => ok)).toHaveLength(1)
  expect(saved.find(({ ok }) => !ok)).toMatchObject(taken)
  const [one, two] = [await makeTemplate(db, admin), await makeTemplate(db, admin)]
  const renamed = await Promise.all([
    renameTemplate(db, admin, one, 'Either'),
    renameTemplate(another(2), admin, two, 'Either'),
  ])
  expect(renamed.filter(({ ok }) => ok)).toHaveLength(1)
  expect(renamed.find(({ ok }) => !ok)).toMatchObject(taken)
})

it('is saved once for one form', async () => {
  const form = { id: newId(), name: 'Once', challengeId: await makeChallenge(db) }
  const outcomes = await Promise.all([db, another(2)].map((pool) => saveTemplate(pool, admin, form)))
  expect(outcomes).toEqual([1, 2].map(() => ({ ok: true, value: null })))
  expect(await saveTemplate(db, admin, { ...form, name: 'Again' })).toMatchObject({
    code: 'conflict',
    message: MESSAGES.savedAlready,
  })
})

it('is refused for others, of no challenge, and where it is gone', async () => {
  const template = await makeTemplate(db, admin)
  const member = await makeMember(db)
  const form = { id: newId(), name: 'Mine', challengeId: await makeChallenge(db) }
  for (const viewer of [null, member, await makeMember(db, { isModerator: true })])
    for (const outcome of [
      await saveTemplate(db, viewer, form),
      await renameTemplate(db, viewer, template, 'Mine'),
      await deleteTemplate(db, viewer, template),
    ])
      expect(outcome).toMatchObject({ ok: false, code: 'forbidden' })
  expect(await saveTemplate(db, admin, { ...form, challengeId: newId() })).toMatchObject({
    code: 'not-found',
  })
  for (const outcome of [
    await renameTemplate(db, admin, newId(), 'x'),
    await deleteTemplate(db, admin, newId()),
  ])
    expect(outcome).toMatchObject({ code: 'not-found', message: MESSAGES.missing })
})

it('is one of at most so many, and each change is in the audit log', async () => {
  const id = await makeTemplate(db, admin, { name: 'Logged' })
  accepted(await renameTemplate(db, admin, id, 'Renamed'))
  accepted(await renameTemplate(db, admin, id, 'Renamed'))
  accepted(await deleteTemplate(db, admin, id))
  const log = await db.rows<{ action: string; name: string; challenge: string | null }>(sql`
    select action, subject_name as name, challenge_id as challenge from audit_log where subject_id = ${id} order by created_at`)
  expect(log).toEqual([
    { action: 'challenge_template_created', name: 'Logged', challenge: null },
    { action: 'challenge_template_renamed', name: 'Renamed', challenge: null },
    { action: 'challenge_template_deleted', name: 'Renamed', challenge: null },
  ])
  const challengeId = await makeChallenge(db)
  await db.rows(sql`
    insert into challenge_templates (id, name, fields)
    select gen_random_uuid(), 'Filled ' || n, '{}' from generate_series(1, ${TEMPLATE_LIMITS.most}::int) n`)
  expect(await saveTemplate(db, admin, { id: newId(), name: 'More', challengeId })).toMatchObject({
    code: 'conflict',
    message: MESSAGES.tooMany,
  })
  await db.rows(sql`delete from challenge_templates where name like 'Filled %'`)
})
