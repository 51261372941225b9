import sql from 'sql-template-tag'
import { expect, it } from 'vitest'
import { makeMember } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { PROFILE_MESSAGES as MESSAGES } from './rules.ts'
import { profileErrors, saveProfile } from './save-profile.server.ts'

const { db, another } = await testDatabase()
const member = await makeMember(db)
const change = { displayName: ' Paper\u200b  Fox ', bio: '', avatar: 'keep' } as const

function stored() {
  return db.row(
    sql`select display_name, bio, avatar_preset, photo_image_id from users where id = ${member.id}`,
  )
}

async function image(ownerId: string, purpose: string): Promise<string> {
  const row = await db.row<{ id: string }>(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (gen_random_uuid(), ${ownerId}, ${purpose}, 9, 9, '{9}', 9) returning id`)
  return row?.id ?? ''
}

it('normalises the name and stores no empty bio', async () => {
  expect(await saveProfile(db, member, change)).toMatchObject({ ok: true })
  expect(await stored()).toMatchObject({ display_name: 'Paper Fox', bio: null })
})

it.each([
  [{ displayName: ' \u200b ' }, MESSAGES.name],
  [{ displayName: 'x'.repeat(51) }, MESSAGES.nameLength],
  [{ bio: 'x'.repeat(101) }, MESSAGES.bio],
  [{ avatar: { preset: 6 } }, MESSAGES.failed],
])('refuses %j and changes nothing', async (wrong, message) => {
  const before = await stored()
  expect(await saveProfile(db, member, { ...change, displayName: 'Other', ...wrong })).toMatchObject({
    message,
  })
  expect(await stored()).toEqual(before)
})

it('reports the errors of both texts at once', () => {
  expect(profileErrors({ displayName: '\u200b', bio: 'x'.repeat(101) })).toEqual({
    displayName: MESSAGES.name,
    bio: MESSAGES.bio,
  })
  expect(profileErrors({ displayName: '🥷'.repeat(50), bio: `  ${'🥷'.repeat(100)}\n` })).toEqual({})
})

it('accepts 50 characters of name and 100 of bio', async () => {
  const longest = { ...change, displayName: 'x'.repeat(50), bio: 'é'.repeat(100) }
  expect(await saveProfile(db, member, longest)).toMatchObject({ ok: true })
})

it('uses the member’s own image or a preset, but no image of another member', async () => {
  const own = await image(member.id, 'avatar')
  expect(await saveProfile(db, member, { ...change, avatar: { imageId: own } })).toMatchObject({ ok: true })
  expect(await stored()).toMatchObject({ photo_image_id: own })
  for (const id of [await image((await makeMember(db)).id, 'avatar'), await image(member.id, 'submission')]) {
    expect(await saveProfile(db, member, { ...change, avatar: { imageId: id } })).toMatchObject({
      code: 'invalid',
    })
  }
  await saveProfile(db, member, { ...change, avatar: { preset: 3 } })
  expect(await stored()).toMatchObject({ photo_image_id: null, avatar_preset: 3 })
})

it('refuses an image that is deleted concurrently', async () => {
  const own = await image(member.id, 'avatar')
  const before = await stored()
  const other = another(2)
  const saving = await other.transaction(async (tx) => {
    await tx.rows(sql`delete from images where id = ${own}`)
    const saving = saveProfile(db, member, { ...change, avatar: { imageId: own } }).catch(() => null)
    await lockWait(other)
    return { outcome: saving }
  })
  expect(await saving.outcome).toMatchObject({ code: 'invalid' })
  expect(await stored()).toEqual(before)
})

it('refuses visitors', async () => {
  expect(await saveProfile(db, null, change)).toMatchObject({ code: 'signed-out' })
})

it('keeps the joiners of a name, and takes no name that differs by them only', async () => {
  const displayName = 'علی\u200cرضا 👩\u200d🎨'
  expect(await saveProfile(db, member, { ...change, displayName })).toMatchObject({ ok: true })
  expect(await stored()).toMatchObject({ display_name: displayName })
  const twin = { ...change, displayName: displayName.replaceAll(/[\u200c\u200d]/g, '') }
  expect(await saveProfile(db, await makeMember(db), twin)).toMatchObject({ ok: false, code: 'conflict' })
})
