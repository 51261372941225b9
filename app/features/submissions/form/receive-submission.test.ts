import sharp from 'sharp'
import sql, { type Sql } from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import { viewerReloadContext } from '#app/context.ts'
import type { FormResponse } from '#app/forms/form-action.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import type { Database, Db } from '#platform/database/database.server.ts'
import { newId } from '#platform/id.server.ts'
import { animation } from '#test/animation.ts'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { lockWait, testDatabase } from '#test/database.ts'
import { watched } from '#test/open-page.tsx'
import { formRequest, requestContext } from '#test/request-context.ts'
import { receiveUpdate } from './edit.server.ts'
import type { SubmissionRefusal } from './submission-values.ts'
import { receiveNewSubmission } from './submit.server.ts'

const { db, another } = await testDatabase()
const texts = {
  title: 'Static garden',
  description: 'What the radio grows.',
  creationProcess: 'Slowly.',
  prompt: 'a garden of static',
  aiTools: 'Midjourney, , Topaz',
  contentUrl: '',
  imageAlt: '',
  termsAccepted: 'on',
  version: '',
}
const image = await drawn()
let member: NonNullable<Viewer>
let challenge: string
beforeEach(async () => {
  member = await makeMember(db)
  challenge = await makeChallenge(db)
})

describe('a new submission', () => {
  it('is stored with its image', async () => {
    const { answer, status } = await enter({ ...texts, image })
    expect(status).toBe(201)
    expect(answer).toMatchObject({ ok: true, to: `/challenges/${challenge}/submit?sent` })
    expect(await stored()).toMatchObject({ title: 'Static garden', tools: ['Midjourney', 'Topaz'] })
    expect((await stored())?.imageId).not.toBeNull()
  })

  it('keeps the description of its image, and none without an image', async () => {
    const imageAlt = 'A heron in the rain'
    await enter({ ...texts, imageAlt })
    expect(await storedAlt()).toEqual({ alt: null })
    challenge = await makeChallenge(db)
    await enter({ ...texts, imageAlt: ` ${imageAlt}\n`, image })
    expect(await storedAlt()).toEqual({ alt: imageAlt })
  })

  it('is not stored, nor its image, if the session ends while the form arrives', async () => {
    const context = await requestContext(db, member)
    context.set(viewerReloadContext, async () => null)
    const request = formRequest(`/challenges/${challenge}/submit`, { ...texts, image })
    const sent = receiveNewSubmission({ request, params: { id: challenge }, context })
    const { status, refusal } = await refused(sent)
    expect(status).toBe(401)
    expect(refusal).toMatchObject({ signedOut: true, values: texts })
    expect(await stored()).toBeUndefined()
    expect(await db.row(sql`select from images where owner_id = ${member.id}`)).toBeUndefined()
  })

  it('says of an animation what is kept', async () => {
    expect(await enter({ ...texts, image: await animation() })).toMatchObject({
      notice: 'This is an animation: only its first picture is kept.',
    })
  })

  it('returns the input and the stored image when a field is missing, and accepts both again', async () => {
    const { status, refusal } = await refused(enter({ ...texts, title: '  ', image }))
    expect(status).toBe(422)
    expect(refusal.errors).toEqual({ title: 'Title is required' })
    expect(refusal.values).toEqual({ ...texts, title: '  ' })
    const again = { ...refusal.values, title: 'Now', imageId: refusal.image?.id ?? '' }
    expect(await enter(again)).toMatchObject({ status: 201 })
    expect(await stored()).toMatchObject({ title: 'Now', imageId: refusal.image?.id })
  })

  it('leaves the newest five images after six refused attempts, and accepts the last', async () => {
    const ids: (string | undefined)[] = []
    for (let attempt = 0; attempt < 6; attempt++) {
      const { refusal } = await refused(enter({ ...texts, title: '', image }))
      ids.push(refusal.image?.id)
    }
    const rows = await db.rows<{ id: string }>(sql`
      select id from images where owner_id = ${member.id} order by created_at`)
    expect(rows.map(({ id }) => id)).toEqual(ids.slice(1))
    const [first, last] = [ids[0] ?? '', ids.at(-1) ?? '']
    expect((await refused(enter({ ...texts, imageId: first }))).refusal.errors).toEqual({
      image: 'Failed to upload image: it is not kept any more, please choose it again',
    })
    expect(await enter({ ...texts, imageId: last })).toMatchObject({ status: 201 })
    expect(await stored()).toMatchObject({ imageId: last })
  })

  it('keeps the earlier image when a file is refused', async () => {
    const first = await refused(enter({ ...texts, title: '', image }))
    const bad = new File(['<svg xmlns="http://www.w3.org/2000/svg"/>'], 'drawing.png', { type: 'image/png' })
    const imageId = first.refusal.image?.id ?? ''
    const { status, refusal } = await refused(enter({ ...texts, imageId, image: bad }))
    expect(status).toBe(422)
    expect(refusal.errors.image).toBe('Please upload a valid image file (JPEG, PNG, or WEBP)')
    expect(refusal.image?.id).toBe(imageId)
    expect(await stored()).toBeUndefined()
  })

  it.each([
    ['is of another type', new File(['GIF89a'], 'loop.gif', { type: 'image/gif' })],
    ['cannot be decoded', new File(['<svg/>'], 'sly.png', { type: 'image/png' })],
    ['is too large', new File([new Uint8Array(10 * 1024 * 1024)], 'huge.png', { type: 'image/png' })],
  ])('is not stored without its image, which %s, until the member decides', async (_, file) => {
    const first = await refused(enter({ ...texts, image: file }))
    expect(first.refusal).toMatchObject({ imageRefused: true, values: texts, image: null })
    const again = { ...texts, imageRefused: 'on' }
    for (const fields of [again, { ...again, title: '' }, { ...again, image: file }]) {
      const { status, refusal } = await refused(enter(fields))
      expect(status).toBe(422)
      expect(refusal).toMatchObject({ imageRefused: true, errors: { image: expect.any(String) } })
      expect(await stored()).toBeUndefined()
    }
    expect(await enter({ ...again, withoutImage: 'on' })).toMatchObject({ status: 201 })
    expect(await stored()).toMatchObject({ imageId: null })
  })

  it('is not stored without its refused image if a requirement asks for one', async () => {
    await db.rows(sql`update challenges set requirements = '' where id = ${challenge}`)
    const { refusal } = await refused(enter({ ...texts, imageRefused: 'on', withoutImage: 'on' }))
    expect(refusal.errors).toEqual({ image: 'The image was not accepted. Please choose another one.' })
    expect(await enter({ ...texts, imageRefused: 'on', image })).toMatchObject({ status: 201 })
  })

  it('is stored with the image that was chosen after a refused one', async () => {
    expect(await enter({ ...texts, imageRefused: 'on', image })).toMatchObject({ status: 201 })
    expect((await stored())?.imageId).not.toBeNull()
  })

  it('asks for an image again that was sent by a visitor, or lost by a server error', async () => {
    const visitor = await refused(enter({ ...texts, image }, null))
    expect(visitor.refusal).toMatchObject({ signedOut: true, imageRefused: true })
    for (const [broken, isLost] of [
      [/from challenges/, true],
      [/insert into submissions/, false],
    ] as const) {
      const request = formRequest(`/challenges/${challenge}/submit`, { ...texts, image })
      const context = await requestContext(watched(db, broken).db, member)
      const { refusal } = await refused(receiveNewSubmission({ request, params: { id: challenge }, context }))
      expect([refusal.imageRefused, refusal.image === null]).toEqual([isLost, isLost])
    }
  })

  it("never uses another member's image", async () => {
    const other = await makeMember(db)
    const theirs = await refused(enter({ ...texts, title: '', image }, other))
    const { status, refusal } = await refused(enter({ ...texts, imageId: theirs.refusal.image?.id ?? '' }))
    expect(status).toBe(422)
    expect(refusal.errors).toEqual({
      image: 'Failed to upload image: it is not kept any more, please choose it again',
    })
    expect(await stored()).toBeUndefined()
  })

  it('asks for the image again when it is deleted while the form is saved', async () => {
    const first = await refused(enter({ ...texts, title: '', image }))
    const imageId = first.refusal.image?.id ?? ''
    const form = formRequest(`/challenges/${challenge}/submit`, { ...texts, imageId })
    const racingDatabase = deletingImage(imageId, /insert into submissions/)
    const args = {
      request: form,
      params: { id: challenge },
      context: await requestContext(racingDatabase, member),
    }
    const { status, refusal } = await refused(receiveNewSubmission(args))
    expect(status).toBe(422)
    expect(refusal).toMatchObject({
      message: null,
      errors: { image: 'Failed to upload image: it is not kept any more, please choose it again' },
      values: texts,
      image: null,
      imageRefused: true,
    })
  })

  it('reveals nothing about an image to visitors', async () => {
    const first = await refused(enter({ ...texts, title: '', image }))
    const imageId = first.refusal.image?.id ?? ''
    for (const id of [imageId, newId()]) {
      const { refusal } = await refused(enter({ ...texts, imageId: id }, null))
      expect(refusal.image).toEqual({ id })
    }
  })

  it('is refused with a field that the form does not have', async () => {
    const { status, refusal } = await refused(enter({ ...texts, user_id: member.id }))
    expect(status).toBe(422)
    expect(Object.values(refusal.errors)).toEqual(['This form has a field that is not known'])
    expect(await stored()).toBeUndefined()
  })

  it('returns the input and the image after the session ended', async () => {
    const first = await refused(enter({ ...texts, title: '', image }))
    const imageId = first.refusal.image?.id ?? ''
    const { status, refusal } = await refused(enter({ ...texts, imageId }, null))
    expect(status).toBe(401)
    expect(refusal).toMatchObject({ signedOut: true, values: texts, image: { id: imageId } })
    expect(refusal.message).toBe('Please sign in to submit to this challenge')
    expect(await enter({ ...refusal.values, imageId })).toMatchObject({ status: 201 })
    expect(await stored()).toMatchObject({ imageId })
  })

  it('returns the input after a server error', async () => {
    const request = formRequest(`/challenges/${challenge}/submit`, { ...texts, image })
    const broken = watched(db, /insert into submissions/).db
    const context = await requestContext(broken, member)
    const args = { request, params: { id: challenge }, context }
    const { status, refusal } = await refused(receiveNewSubmission(args))
    expect(status).toBe(500)
    expect(refusal).toMatchObject({
      message: 'An error occurred during submission. Please try again.',
      values: texts,
    })
  })

  it('is refused after the challenge has closed, and its image is not kept', async () => {
    await db.rows(
      sql`update challenges set deadline = app_now(), voting_ends_at = app_now() + interval '1 day'`,
    )
    const { status, refusal } = await refused(enter({ ...texts, image }))
    expect(status).toBe(409)
    expect(refusal.message).toBe('The submission deadline for this challenge has passed')
    expect(refusal.values).toEqual(texts)
    expect(await db.rows(sql`select 1 from images where owner_id = ${member.id}`)).toEqual([])
  })

  it('is refused to a member who has entered', async () => {
    await makeSubmission(db, member, challenge)
    const { status, refusal } = await refused(enter(texts))
    expect(status).toBe(409)
    expect(refusal).toMatchObject({ message: "You've Already Submitted", values: texts })
  })

  it('is refused for a challenge that does not exist', async () => {
    challenge = 'nowhere'
    expect((await refused(enter(texts))).status).toBe(404)
  })

  it('is limited after twenty attempts, and returns the input', async () => {
    for (let attempt = 0; attempt < 20; attempt++) await enter({ ...texts, title: '' })
    const result = await enter(texts)
    expect(result.status).toBe(429)
    expect(Number(result.headers?.['Retry-After'])).toBeGreaterThan(0)
    expect(result.answer).toMatchObject({ ok: false, values: texts })
  })
})

describe('an edited submission', () => {
  let submission: string
  beforeEach(async () => {
    await enter({ ...texts, image })
    submission = (await stored())?.id ?? ''
  })

  it('keeps its image through the hidden field', async () => {
    const imageId = (await stored())?.imageId ?? ''
    expect(await change({ ...texts, title: 'Changed', imageId })).toMatchObject({ status: 201 })
    expect(await stored()).toMatchObject({ title: 'Changed', imageId })
  })

  it('asks for the image again when it is deleted while the form is saved', async () => {
    const imageId = newId()
    await db.rows(sql`
      insert into images (id, owner_id, purpose, width, height, widths, bytes)
      values (${imageId}, ${member.id}, 'submission', 9, 9, '{9}', 9)`)
    const request = formRequest(`/challenges/${challenge}/submissions/${submission}/edit`, {
      ...texts,
      imageId,
    })
    const context = await requestContext(deletingImage(imageId, /update submissions s set/), member)
    const params = { id: challenge, submissionId: submission }
    const { status, refusal } = await refused(receiveUpdate({ request, params, context }))
    expect(status).toBe(422)
    expect(refusal).toMatchObject({
      values: texts,
      errors: { image: expect.stringContaining('not kept any more') },
      image: null,
    })
  })

  it('can have its image removed and replaced', async () => {
    const imageId = (await stored())?.imageId ?? ''
    await change({ ...texts, imageId, removeImage: 'on' })
    expect(await stored()).toMatchObject({ imageId: null })
    await change({ ...texts, image })
    expect((await stored())?.imageId).not.toBeNull()
  })

  it('of another member is not found and stays unchanged', async () => {
    const { status, refusal } = await refused(change({ ...texts, title: 'Stolen' }, await makeMember(db)))
    expect(status).toBe(404)
    expect(refusal.message).toBe('You do not have permission to edit this submission')
    expect(await stored()).toMatchObject({ title: 'Static garden' })
  })

  async function change(fields: Record<string, string | File>, viewer: Viewer = member) {
    const request = formRequest(`/challenges/${challenge}/submissions/${submission}/edit`, fields)
    const params = { id: challenge, submissionId: submission }
    return receiveUpdate({ request, params, context: await requestContext(db, viewer) })
  }
})

async function enter(fields: Record<string, string | File>, viewer: Viewer = member) {
  const request = formRequest(`/challenges/${challenge}/submit`, fields)
  return receiveNewSubmission({
    request,
    params: { id: challenge },
    context: await requestContext(db, viewer),
  })
}

async function refused(response: Promise<FormResponse<SubmissionRefusal>>) {
  const { answer, status } = await response
  if (answer.ok) throw new Error('It was accepted')
  return { status, refusal: answer }
}

/** A database in which another request deletes the image while a statement that matches `during` runs. */
function deletingImage(imageId: string, during: RegExp): Database {
  const other = another(2)
  function racingDatabase(on: Db): Pick<Db, 'row' | 'transaction'> {
    return {
      async row<Row>(statement: Sql) {
        if (!during.test(statement.text)) return on.row<Row>(statement)
        const deleted = Promise.withResolvers<void>()
        const [result] = await Promise.all([
          deleted.promise.then(() => on.row<Row>(statement)),
          other.transaction(async (tx) => {
            await tx.rows(sql`delete from images where id = ${imageId}`)
            deleted.resolve()
            await lockWait(other)
          }),
        ])
        return result
      },
      transaction: (work) => on.transaction((tx) => work({ ...tx, ...racingDatabase(tx) })),
    }
  }
  return { ...db, ...racingDatabase(db) }
}

function stored() {
  return db.row<{ id: string; title: string; tools: string[]; imageId: string | null }>(sql`
    select id, title, ai_tools_used as tools, image_id as "imageId" from submissions where user_id = ${member.id}`)
}

function storedAlt() {
  return db.row(
    sql`select image_alt as alt from submissions where user_id = ${member.id} and challenge_id = ${challenge}`,
  )
}

async function drawn(): Promise<File> {
  const canvas = { width: 40, height: 30, channels: 3 as const, background: '#c7391c' }
  const bytes = await sharp({ create: canvas }).png().toBuffer()
  return new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
}
