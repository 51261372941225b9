import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { draftOf } from '#domain/submissions/drafts.server.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { formRequest, origin, requestContext } from '#test/request-context.ts'
import { receiveNewSubmission } from '../submit.server.ts'
import * as submitRoute from '../submit.tsx'
import { receiveDraft } from './draft.server.ts'

const { db } = await testDatabase()
const texts = {
  title: 'Static garden',
  description: '',
  creationProcess: '',
  prompt: '',
  aiTools: 'Midjourney, ',
  contentUrl: '',
  imageAlt: '',
}
const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c7391c' } })
  .png()
  .toBuffer()
let member: Member
let challenge: string

beforeEach(async () => {
  member = await makeMember(db)
  challenge = await makeChallenge(db)
})

describe('the form of a draft', () => {
  it('leaves the right to submit to a member whose files are broken off', async () => {
    const headers = { 'Content-Type': 'multipart/form-data; boundary=x' }
    for (let sent = 0; sent <= 20; sent++) {
      const body = '--x\r\nContent-Disposition: form-data; name="image"; filename="a.png"\r\n\r\n'
      const request = new Request(`${origin}/challenges/${challenge}/draft`, {
        method: 'POST',
        headers,
        body,
      })
      const answer = await receiveDraft({
        request,
        params: { id: challenge },
        context: await requestContext(db, member),
      })
      expect(answer.status).toBe(sent < 20 ? 422 : 429)
    }
    const fields = { ...texts, description: 'Grows.', termsAccepted: 'on' }
    const request = formRequest(`/challenges/${challenge}/submit`, fields)
    const context = await requestContext(db, member)
    const submitted = await receiveNewSubmission({ request, params: { id: challenge }, context })
    expect(submitted.status).toBe(201)
  })

  it('saves what is typed as text, and a file with its texts', async () => {
    expect(await saveText(texts)).toMatchObject({
      status: 201,
      answer: { ok: true, to: `/challenges/${challenge}/submit`, image: null },
    })
    const sent = { ...texts, title: 'Static' }
    const { answer } = await saveForm({
      ...sent,
      image: new File([new Uint8Array(png)], 'a.png', { type: 'image/png' }),
    })
    expect(answer).toMatchObject({ ok: true, image: { id: expect.any(String) } })
    const imageId = answer.ok ? (answer.image?.id ?? '') : ''
    expect(await draftOf(db, member, challenge)).toMatchObject({
      title: 'Static',
      image: { id: imageId },
    })

    const submitted = {
      ...texts,
      description: 'Grows.',
      imageId,
      termsAccepted: 'on',
    }
    const request = formRequest(`/challenges/${challenge}/submit`, submitted)
    const context = await requestContext(db, member)
    expect(await receiveNewSubmission({ request, params: { id: challenge }, context })).toMatchObject({
      status: 201,
    })
    expect(await draftOf(db, member, challenge)).toBeUndefined()
  })

  it.each([
    ['title', 'x'.repeat(201), 'Title must be at most 120 characters'],
    ['description', 'x'.repeat(6001), 'Description must be at most 5000 characters'],
    ['aiTools', ','.repeat(1001), 'Name at most 20 AI tools'],
  ])('is refused if %s is far too long, and saved at its raw limit', async (name, value, message) => {
    expect(await saveText({ ...texts, [name]: value })).toMatchObject({
      status: 422,
      answer: { ok: false, errors: { [name]: message } },
    })
    expect(await draftOf(db, member, challenge)).toBeUndefined()
    expect(await saveText({ ...texts, [name]: value.slice(1) })).toMatchObject({ status: 201 })
  })

  it('stores no character that the database cannot hold', async () => {
    expect(await saveText({ ...texts, title: 'A\u0000B\ud800C' })).toMatchObject({ status: 201 })
    expect(await draftOf(db, member, challenge)).toMatchObject({ title: 'AB\ufffdC' })
  })

  it.each(['status', 'user_id', '__proto__'])('with the unknown field %s is refused', async (name) => {
    expect(await saveText({ ...texts, [name]: '1' })).toMatchObject({
      status: 422,
      answer: { errors: { title: 'This form has a field that is not known' } },
    })
  })

  it('keeps its input when the member is signed out', async () => {
    const request = textRequest({ ...texts, title: 'Mine' })
    const context = await requestContext(db, null)
    expect(await receiveDraft({ request, params: { id: challenge }, context })).toMatchObject({
      status: 401,
      answer: { ok: false, signedOut: true, values: { title: 'Mine' } },
    })
  })
})

it('the submit page continues a draft, and shows it to copy after the deadline', async () => {
  await saveText(texts)
  const open = () => submitPage(member)
  expect((await open()).html).toContain('value="Static garden"')
  expect((await open()).text).toContain('Draft saved, only you see it')
  expect((await submitPage(await makeMember(db))).html).not.toContain('Static garden')
  await db.rows(sql`update challenges set status = 'voting' where id = ${challenge}`)
  const closed = await open()
  expect(closed.text).toContain('Challenge Not Available')
  expect(closed.html).toContain('>Static garden</textarea>')
})

function submitPage(viewer: Viewer) {
  return openPage(db, submitRoute, `/challenges/${challenge}/submit`, { params: { id: challenge }, viewer })
}

async function saveText(fields: Record<string, string>) {
  const context = await requestContext(db, member)
  return receiveDraft({ request: textRequest(fields), params: { id: challenge }, context })
}

async function saveForm(fields: Record<string, string | File>) {
  const request = formRequest(`/challenges/${challenge}/draft`, fields)
  return receiveDraft({ request, params: { id: challenge }, context: await requestContext(db, member) })
}

function textRequest(fields: Record<string, string>): Request {
  return new Request(`${origin}/challenges/${challenge}/draft`, {
    method: 'POST',
    body: new URLSearchParams(Object.entries(fields)),
  })
}
