import sharp from 'sharp'
import sql from 'sql-template-tag'
import { beforeEach, describe, expect, it } from 'vitest'
import type { Viewer } from '#domain/members/rules.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { receiveNewSubmission } from './submit.server.ts'

const { db } = await testDatabase()
const texts: Record<string, string> = {
  title: 'Static garden',
  description: 'What the radio grows.',
  creationProcess: 'Slowly.',
  aiTools: 'Midjourney',
  contentUrl: 'https://example.org/garden',
  termsAccepted: 'on',
}
const png = await sharp({ create: { width: 64, height: 48, channels: 3, background: '#c7391c' } })
  .png()
  .toBuffer()
let member: NonNullable<Viewer>
let challenge: string
beforeEach(async () => {
  member = await makeMember(db)
  challenge = await makeChallenge(db, { kind: 'audio' })
})

describe('nothing is stored for', () => {
  it.each([
    ['title', ' \t ', 'Title is required'],
    ['title', '\u200b\u202e\u0000', 'Title is required'],
    ['title', '\u3164\u2800', 'Title is required'],
    ['title', 'x'.repeat(121), 'Title must be at most 120 characters'],
    ['description', '\r\n', 'Description is required'],
    ['description', 'x'.repeat(5001), 'Description must be at most 5000 characters'],
    ['creationProcess', 'x'.repeat(5001), 'Creation process must be at most 5000 characters'],
    ['prompt', 'x'.repeat(2001), 'Prompt must be at most 2000 characters'],
    ['aiTools', ', ,', 'AI tools are required'],
    ['aiTools', 'x'.repeat(41), 'Each tool name must be at most 40 characters'],
    ['aiTools', Array.from({ length: 21 }, (_, i) => i).join(), 'Name at most 20 AI tools'],
    ['contentUrl', '', 'Link to your song is required'],
    ['contentUrl', 'javascript:alert(1)', 'Please enter a full web address, starting with https://'],
    ['contentUrl', `https://e.org/${'x'.repeat(2000)}`, 'The link must be at most 2000 characters'],
    ['imageAlt', 'x'.repeat(251), 'The image description must be at most 250 characters'],
    ['imageAlt', ' '.repeat(1001), 'The image description must be at most 250 characters'],
    ['title', `x${' '.repeat(200)}`, 'Title must be at most 120 characters'],
    ['description', `x${' '.repeat(6000)}`, 'Description must be at most 5000 characters'],
    ['creationProcess', ' '.repeat(6001), 'Creation process must be at most 5000 characters'],
    ['prompt', ' '.repeat(6001), 'Prompt must be at most 2000 characters'],
    ['aiTools', `Suno${','.repeat(1000)}`, 'Name at most 20 AI tools'],
    ['contentUrl', `https://e.org/${' '.repeat(4000)}`, 'The link must be at most 2000 characters'],
    ['termsAccepted', 'maybe', 'Please confirm that this is your original work created with AI tools'],
  ])('a submission whose %s is %j', async (field, value, message) => {
    const result = await enter({ ...texts, [field]: value })
    expect(result).toMatchObject({ status: 422, answer: { ok: false, errors: { [field]: message } } })
    expect(await storedCounts()).toEqual({ submissions: 0, images: 0 })
  })

  it.each(['status', 'votes', 'user_id', '__proto__', 'image'])(
    'a submission with an unknown field %s',
    async (field) => {
      const result = await enter({ ...texts, [field]: '1' })
      expect(result.status).toBe(422)
      expect(JSON.stringify(result.answer)).toContain('This form has a field that is not known')
      expect(await storedCounts()).toEqual({ submissions: 0, images: 0 })
    },
  )

  it.each(['title', 'termsAccepted', 'imageId'])('a submission with two values for %s', async (field) => {
    const form = formOf({ ...texts, imageId: '' })
    form.append(field, 'another')
    expect(await send(form)).toMatchObject({
      status: 422,
      answer: { message: 'This form has a field more than once', values: texts },
    })
    expect(await storedCounts()).toEqual({ submissions: 0, images: 0 })
  })

  it('a submission with a file in a text field', async () => {
    const result = await enter({ ...texts, title: file(png) })
    expect(result).toMatchObject({ status: 422, answer: { errors: { title: 'Title is required' } } })
    expect(await storedCounts()).toEqual({ submissions: 0, images: 0 })
  })
})

it('invisible characters are not stored', async () => {
  const hidden = '\u0000\u0007\u200b\u202e\u2066'
  await enter({ ...texts, title: `Static${hidden} garden`, aiTools: `Mid${hidden}journey` })
  const row = await db.row(
    sql`select title, ai_tools_used as tools from submissions where user_id = ${member.id}`,
  )
  expect(row).toEqual({ title: 'Static garden', tools: ['Midjourney'] })
})

it('a page at the end of an image is not stored', async () => {
  const image = file(Buffer.concat([png, Buffer.from('<script>alert(1)</script>')]))
  expect(await enter({ ...texts, image })).toMatchObject({ status: 201 })
  expect(await storedCounts()).toEqual({ submissions: 1, images: 1 })
})

it('an image of another purpose or a deleted one is asked for again', async () => {
  const [avatar] = await db.rows<{ id: string }>(sql`
    insert into images (id, owner_id, purpose, width, height, widths, bytes)
    values (gen_random_uuid(), ${member.id}, 'avatar', 9, 9, '{9}', 9) returning id`)
  for (const imageId of [avatar?.id ?? '', '019a0000-0000-7000-8000-000000000000', 'x']) {
    const result = await enter({ ...texts, imageId })
    expect(result).toMatchObject({
      status: 422,
      answer: { errors: { image: expect.stringMatching(/again$/) } },
    })
  }
  expect((await storedCounts()).submissions).toBe(0)
})

function enter(fields: Record<string, string | File>) {
  return send(formOf(fields))
}

async function send(body: FormData) {
  const request = new Request(`${origin}/challenges/${challenge}/submit`, { method: 'POST', body })
  return receiveNewSubmission({
    request,
    params: { id: challenge },
    context: await requestContext(db, member),
  })
}

function formOf(fields: Record<string, string | File>): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  return form
}

function file(bytes: Uint8Array): File {
  return new File([new Uint8Array(bytes)], 'image.png', { type: 'image/png' })
}

function storedCounts() {
  return db.row(sql`
    select (select count(*)::int from submissions where user_id = ${member.id}) as submissions,
      (select count(*)::int from images where owner_id = ${member.id}) as images`) as Promise<{
    submissions: number
    images: number
  }>
}
