import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { animation } from '#test/animation.ts'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, requestContext } from '#test/request-context.ts'
import { receiveProfile } from './edit.server.ts'
import type { ProfileRefusal } from './profile-values.ts'

const { db } = await testDatabase()
const texts = { displayName: 'Paper Otter', bio: 'Folds\nrivers.', avatar: '1' }
const imageFile = await drawn()
let member: NonNullable<Viewer>
beforeEach(async () => {
  await db.rows(sql`update users set name_skeleton = id::text`)
  member = await makeMember(db)
})

describe('a profile', () => {
  it('is saved with a message that says what became of the name', async () => {
    const { answer } = await save({ ...texts, displayName: 'An\u200da the Ｆox', avatar: '2' })
    expect(answer).toMatchObject({ ok: true, message: expect.stringContaining('now “Ana the Fox”') })
  })

  it('is saved with its name, bio and preset', async () => {
    const { status, answer } = await save({ ...texts, displayName: '  Paper   Otter ', avatar: '4' })
    expect(status).toBe(200)
    expect(answer).toEqual({ ok: true, to: '/profile', message: 'Profile updated successfully!' })
    expect(await stored()).toMatchObject({ name: 'Paper Otter', bio: texts.bio, preset: 4, imageId: null })
  })

  it.each([
    ['/challenges?kind=audio', '/challenges?kind=audio'],
    ['//evil.example', '/'],
  ])('leads from the welcome sheet on to %s', async (welcome, to) => {
    const path = `/profile/edit?${new URLSearchParams({ welcome })}`
    const context = await requestContext(db, member)
    const { answer } = await receiveProfile({ request: formRequest(path, texts), context })
    expect(answer).toMatchObject({ ok: true, to })
  })

  it('uses an image rather than a preset, and replaces it by a later preset', async () => {
    await save({ ...texts, avatar: '3', image: imageFile })
    const { imageId } = await stored()
    expect(imageId).not.toBeNull()
    await save({ ...texts, avatar: 'keep' })
    expect(await stored()).toMatchObject({ imageId })
    await save({ ...texts, avatar: '3' })
    expect(await stored()).toMatchObject({ imageId: null, preset: 3 })
  })

  it('returns the input and the stored image, and accepts both again', async () => {
    const input = { displayName: ' \u200b ', bio: 'x'.repeat(101), avatar: '2' }
    const { status, refusal } = await refused(save({ ...input, image: imageFile }))
    expect(status).toBe(422)
    expect(refusal.errors).toEqual({
      displayName: 'Display name is required',
      bio: 'Bio must be at most 100 characters',
    })
    expect(refusal.values).toEqual({ ...input, avatar: 'image' })
    await save({ ...texts, avatar: 'image', imageId: refusal.image?.id ?? '' })
    expect(await stored()).toMatchObject({ name: 'Paper Otter', imageId: refusal.image?.id })
  })

  it.each([
    [
      'paper \u200botter',
      409,
      'Another ninja has this display name, or one that looks like it. Please choose another, such as',
    ],
    ['Administrator', 422, 'This display name is reserved. Please choose another.'],
    ['\ufdfa'.repeat(201), 422, 'Display name must be at most 50 characters'],
  ])('is not saved with the name %.20s, and returns the input', async (displayName, status, message) => {
    await makeMember(db, { displayName: 'Рареr Otter' })
    const input = { ...texts, displayName, avatar: '2' }
    const answer = await refused(save({ ...input, image: imageFile }))
    expect(answer).toMatchObject({ status, refusal: { message: null } })
    expect(answer.refusal.errors.displayName).toContain(message)
    expect(answer.refusal.values).toEqual({ ...input, avatar: 'image' })
    expect(answer.refusal.image).not.toBeNull()
    expect(await stored()).toMatchObject({ name: member.displayName })
  })

  it('says of an animation what is kept', async () => {
    expect(await save({ ...texts, image: await animation() })).toMatchObject({
      answer: { ok: true },
      notice: 'This is an animation: only its first picture is kept.',
    })
    expect((await save({ ...texts, image: imageFile })).notice).toBeUndefined()
  })

  it.each([
    [
      'a file that is no image',
      'drawing.png',
      '<svg/>',
      'Please upload a valid image file (JPEG, PNG, or WEBP)',
    ],
    ['2 MB', 'large.png', 'x'.repeat(2 * 1024 * 1024), 'Please upload an image smaller than 2MB'],
  ])('is not saved with %s', async (_, name, content, message) => {
    const before = await stored()
    const image = new File([content], name, { type: 'image/png' })
    const { status, refusal } = await refused(save({ ...texts, image }))
    expect(status).toBe(422)
    expect(refusal).toMatchObject({ errors: { image: message }, values: texts, imageRefused: true })
    const again = await refused(save({ ...texts, imageRefused: 'on' }))
    expect(again).toMatchObject({ status: 422, refusal: { message: null, imageRefused: true } })
    expect(again.refusal.errors.image).toContain('Please choose another one or continue without it')
    expect(await stored()).toEqual(before)
    await save({ ...texts, imageRefused: 'on', withoutImage: 'on' })
    expect(await stored()).toMatchObject({ name: texts.displayName, preset: 1, imageId: null })
  })

  it.each([
    ['displayName', `Otter${'\u200b'.repeat(200)}`, 'Display name must be at most 50 characters'],
    ['displayName', '\ufdfa'.repeat(20_000), 'Display name must be at most 50 characters'],
    ['bio', `Folds.${' '.repeat(6_000)}`, 'Bio must be at most 100 characters'],
  ])('is refused for the raw length of its %s', async (field, value, message) => {
    const { status, refusal } = await refused(save({ ...texts, [field]: value }))
    expect(status).toBe(422)
    expect(refusal.errors).toEqual({ [field]: message })
  })

  it("never takes another member's image", async () => {
    const theirs = await refused(save({ ...texts, displayName: '', image: imageFile }, await makeMember(db)))
    const imageId = theirs.refusal.image?.id ?? ''
    const { status, refusal } = await refused(save({ ...texts, avatar: 'image', imageId }))
    expect(status).toBe(422)
    expect(refusal.message).toBe('Failed to upload avatar image. Please try again.')
    expect(refusal.errors.image).toBe('Image upload failed: it is not kept any more, please choose it again')
    expect(await stored()).toMatchObject({ imageId: null })
  })

  it.each(['0', '6', '1.5', '0x1', ' 1', 'ninja'])('is not saved with the avatar %s', async (avatar) => {
    const { status, refusal } = await refused(save({ ...texts, avatar }))
    expect(status).toBe(422)
    expect(refusal.message).toBe('Failed to update profile. Please try again.')
    expect(await stored()).toMatchObject({ name: member.displayName })
  })

  it.each(['is_admin', 'points', 'rank', 'id', 'email', 'photo_url'])(
    'is not saved with %s',
    async (field) => {
      const { status, refusal } = await refused(save({ ...texts, [field]: '1' }))
      expect(status).toBe(422)
      expect(refusal).toMatchObject({ message: 'This form has a field that is not known', values: texts })
      expect(await stored()).toMatchObject({ name: member.displayName, points: 0, isAdmin: false })
    },
  )

  it('returns the input after the session ended', async () => {
    const first = await refused(save({ ...texts, displayName: '', image: imageFile }))
    const imageId = first.refusal.image?.id ?? ''
    const { status, refusal } = await refused(save({ ...texts, imageId }, null))
    expect(status).toBe(401)
    expect(refusal).toMatchObject({ signedOut: true, values: texts, image: { id: imageId } })
    expect(refusal.message).toBe('Please sign in to edit your profile.')
  })

  it('is limited after twenty attempts, and returns the input', async () => {
    for (let tries = 0; tries < 20; tries++) await save({ ...texts, displayName: '' })
    const sent = await save(texts)
    expect(sent.status).toBe(429)
    expect(Number(sent.headers?.['Retry-After'])).toBeGreaterThan(0)
    expect(sent.answer).toMatchObject({ ok: false, values: texts })
  })
})

it('generating a name keeps the other input and saves nothing', async () => {
  const request = formRequest('/profile/edit?new-name', { ...texts, image: imageFile })
  const context = await requestContext(db, member)
  const { status, refusal } = await refused(receiveProfile({ request, context }))
  expect(status).toBe(200)
  expect(refusal).toMatchObject({ message: null, errors: {}, values: { bio: texts.bio, avatar: 'image' } })
  expect(refusal.values.displayName).toMatch(/^\w+ \w+$/)
  expect(refusal.image).not.toBeNull()
  expect(await stored()).toMatchObject({ name: member.displayName, imageId: null })
})

async function save(fields: Record<string, string | File>, viewer: Viewer = member) {
  const request = formRequest('/profile/edit', fields)
  return receiveProfile({ request, context: await requestContext(db, viewer) })
}

async function refused(sending: Promise<FormResponse<ProfileRefusal>>) {
  const { answer, status } = await sending
  if (answer.ok) throw new Error('It was accepted')
  return { status, refusal: answer }
}

async function stored() {
  const found = await db.row<{ name: string; imageId: string | null }>(sql`
    select display_name as name, bio, avatar_preset as preset, photo_image_id as "imageId", points,
      is_admin as "isAdmin" from users where id = ${member.id}`)
  if (!found) throw new Error('The member is gone')
  return found
}

async function drawn(): Promise<File> {
  const canvas = { width: 40, height: 30, channels: 3 as const, background: '#c7391c' }
  const bytes = await sharp({ create: canvas }).png().toBuffer()
  return new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
}
