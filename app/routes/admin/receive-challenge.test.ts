import sharp from 'sharp'
import sql from 'sql-template-tag'
import { describe, expect, it } from 'vitest'
import type { Sent } from '#app/answer.server.ts'
import { makeChallenge, makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { formRequest, requestContext } from '#test/request-context.ts'
import type { ChallengeRefusal } from './challenge-values.ts'
import { receiveChallengeChange } from './edit-challenge.server.ts'
import { newChallengeForm, receiveNewChallenge } from './new-challenge.server.ts'

const { db } = await testDatabase()
const admin = await makeMember(db, { isAdmin: true })
const picture = await drawn()
const texts = {
  title: 'Night market',
  description: 'Draw what is sold after dark.',
  requirements: 'One\nTwo',
  kind: 'image',
  type: 'weekly',
  status: 'draft',
  startDate: '',
  deadline: '2099-06-01T18:00',
  votingOpensAt: '',
  votingClosesAt: '',
  timeZone: 'Asia/Tokyo',
  showSubmissions: 'on',
  showVotes: 'on',
  allowComments: 'on',
}

describe('the challenge form', () => {
  it('opens with a weekly image draft and a week to go, in UTC', async () => {
    const { start, statuses } = await newChallengeForm(await requestContext(db, admin))
    expect(start).toMatchObject({ kind: 'image', type: 'weekly', status: 'draft', timeZone: 'UTC' })
    const days = (Date.parse(`${start.deadline}Z`) - Date.now()) / 86_400_000
    expect(days).toBeGreaterThan(6.99)
    expect(days).toBeLessThan(7.01)
    expect(statuses).toEqual(['draft', 'upcoming', 'active', 'completed'])
  })

  it("creates a challenge with its picture, its moments read in the organiser's zone", async () => {
    expect(await create({ ...texts, image: picture })).toMatchObject({ status: 201, answer: { ok: true } })
    const stored = await newest()
    expect(stored).toMatchObject({ title: 'Night market', status: 'draft', allowVoting: false })
    expect(stored?.deadline).toEqual(new Date('2099-06-01T09:00Z'))
    expect(stored?.imageId).not.toBeNull()
  })

  it('comes back with everything typed and its stored picture, and goes on with both', async () => {
    const { status, refusal } = await refused(
      create({ ...texts, title: '', autoActivate: 'on', image: picture }),
    )
    expect(status).toBe(422)
    expect(refusal.message).toBe('Title and description are required')
    expect(refusal.values).toMatchObject({ requirements: 'One\nTwo', deadline: texts.deadline })
    expect(refusal.values).toMatchObject({ autoActivate: true, showVotes: true, allowVoting: false })
    const imageId = refusal.picture?.id ?? ''
    expect(await create({ ...texts, title: 'Second try', imageId })).toMatchObject({ status: 201 })
    expect(await newest()).toMatchObject({ title: 'Second try', imageId })
  })

  it('needs a picture', async () => {
    const { status, refusal } = await refused(create(texts))
    expect(status).toBe(422)
    expect(refusal.message).toBe('Please upload an image for the challenge')
  })

  it('is refused with a field that it does not have', async () => {
    const { status } = await refused(create({ ...texts, winner_id: admin.id, image: picture }))
    expect(status).toBe(422)
  })

  it('changes a challenge and keeps its picture', async () => {
    await create({ ...texts, image: picture })
    const { id, imageId } = (await newest()) ?? {}
    const sent = await change(id, { ...texts, title: 'Renamed', imageId: imageId ?? '' })
    expect(sent.answer).toMatchObject({ ok: true, message: 'Challenge updated successfully!' })
    expect(await newest()).toMatchObject({ id, title: 'Renamed', imageId })
  })

  it('finds no challenge where there is none', async () => {
    const { status, refusal } = await refused(change('nowhere', { ...texts, image: picture }))
    expect(status).toBe(404)
    expect(refusal.message).toBe('Challenge not found')
  })

  it('refuses a status that the challenge cannot take', async () => {
    const id = await makeChallenge(db)
    const { status } = await refused(change(id, { ...texts, status: 'canceled', image: picture }))
    expect(status).toBe(422)
  })
})

async function create(fields: Record<string, string | File>) {
  const request = formRequest('/admin/challenges/new', fields)
  return receiveNewChallenge({ request, context: await requestContext(db, admin) })
}

async function change(id: string | undefined, fields: Record<string, string | File>) {
  const request = formRequest(`/admin/challenges/${id}/edit`, fields)
  return receiveChallengeChange({ request, params: { id }, context: await requestContext(db, admin) })
}

async function refused(sending: Promise<Sent<ChallengeRefusal>>) {
  const { answer, status } = await sending
  if (answer.ok) throw new Error('It was accepted')
  return { status, refusal: answer }
}

function newest() {
  return db.row<{ id: string; imageId: string | null; deadline: Date }>(sql`
    select id, title, status, deadline, allow_voting as "allowVoting", image_id as "imageId"
    from challenges order by created_at desc, id desc limit 1`)
}

async function drawn(): Promise<File> {
  const canvas = { width: 40, height: 30, channels: 3 as const, background: '#c7391c' }
  const bytes = await sharp({ create: canvas }).png().toBuffer()
  return new File([new Uint8Array(bytes)], 'picture.png', { type: 'image/png' })
}
