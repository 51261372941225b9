import { createServer } from 'node:http'
import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { servicesContext, viewerContext } from '#app/context.ts'
import { openImageProcessor } from '#domain/media/image-processing.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { done } from '#platform/outcome.ts'
import { createApp } from '#server/app.ts'
import { listenerOf } from '#server/listen.ts'
import { makeChallenge, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { listening } from '#test/listening.ts'
import { requestContext } from '#test/request-context.ts'
import { receiveNewSubmission } from './submit.server.ts'

const { db } = await testDatabase()
const members = await makeMembers(db, 100)
const challenge = await makeChallenge(db)
const services = (await requestContext(db, null)).get(servicesContext)
const server = createServer()
let site = ''
let { imageProcessor } = services

beforeAll(async () => {
  site = await listening(server)
  const config = { ...services.config, publicUrl: site.replace('127.0.0.1', 'localhost'), demo: false }
  const nothing = (_: unknown, next: () => Promise<void>) => next()
  const serverServices = { ...services, config }
  const pages = (request: Request) => handleSubmit(request, serverServices)
  server.on(
    'request',
    listenerOf(createApp({ services: serverServices, pages, files: nothing, formTargets: () => [] })),
  )
})
afterAll(() => void server.close())
beforeEach(() => db.rows(sql`delete from rate_limits`))

/** The submit form's action; the cookie holds the member's index. */
async function handleSubmit(request: Request, serverServices: typeof services): Promise<Response> {
  const viewer: Viewer = members[Number(request.headers.get('cookie')?.split('=')[1])] ?? null
  const context = new RouterContextProvider()
  context.set(servicesContext, { ...serverServices, imageProcessor })
  context.set(viewerContext, viewer)
  try {
    const sent = await receiveNewSubmission({ request, params: { id: challenge }, context })
    return Response.json(sent.answer, { status: sent.status, headers: sent.headers ?? {} })
  } catch (thrown) {
    if (thrown instanceof Response) return thrown
    throw thrown
  }
}

interface UploadInput {
  image?: Uint8Array
  fields?: Record<string, string>
}

async function send(member: number, { image, fields = {} }: UploadInput) {
  const body = new FormData()
  // Without a title, the image is stored and no submission is created.
  const texts = { description: 'Kept text', ...fields }
  for (const [name, value] of Object.entries(texts)) body.set(name, value)
  if (image) body.set('image', new File([new Uint8Array(image)], 'a.png', { type: 'image/png' }))
  const headers = { cookie: `member=${member}`, origin: site.replace('127.0.0.1', 'localhost') }
  const response = await fetch(`${site}/challenges/${challenge}/submit`, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
}

/** As a member does who is refused with the text because the server is busy. */
async function sendUntilAccepted(member: number, input: UploadInput) {
  let answer = await send(member, input)
  for (let tries = 1; answer.status === 503 && tries < 6; tries++) {
    expect(answer.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(JSON.parse(answer.text)).toMatchObject({ values: { description: 'Kept text' } })
    answer = await send(member, input)
  }
  return answer
}

function blank(width: number, height: number): Promise<Buffer> {
  return sharp({ create: { width, height, channels: 3, background: '#295' } })
    .png()
    .toBuffer()
}

test('a file that exceeds the limits of decoding is refused, and the next one is stored', async () => {
  const errors: unknown[] = []
  const onError = (error: Error) => errors.push(error.message)
  imageProcessor = openImageProcessor({ limits: { cpuSeconds: 0.2 }, onError })
  onTestFinished(() => {
    imageProcessor.close()
    imageProcessor = services.imageProcessor
  })
  const background = '#295'
  const costly = sharp({ create: { width: 5_000, height: 5_000, channels: 3, background } })
  const { status, text } = await send(0, { image: await costly.png({ progressive: true }).toBuffer() })
  expect(status).toBe(422)
  expect(JSON.parse(text)).toMatchObject({
    errors: { image: 'Failed to upload image: it takes too long to process' },
    values: { description: 'Kept text' },
  })
  expect(errors).toEqual(['the image process ended with SIGALRM'])
  const next = await send(0, { image: await blank(20, 20) })
  expect(JSON.parse(next.text).image).toMatchObject({ width: 20 })
})

test('a third upload of a member at once gets 503 with its input, and the others are stored', async () => {
  const image = await blank(2000, 2000)
  const sent = await Promise.all([1, 1, 1, 1, 2].map((member) => send(member, { image })))
  const refused = sent.filter(({ status }) => status === 503)
  expect(sent.filter(({ status }) => status === 422).length).toBeGreaterThanOrEqual(3)
  expect(refused.length).toBeGreaterThan(0)
  for (const { headers, text } of refused) {
    expect(headers.get('retry-after')).toBe('5')
    expect(JSON.parse(text)).toMatchObject({
      errors: { image: 'Failed to upload image: the dojo is busy, please try again in a moment' },
      values: { description: 'Kept text' },
    })
  }
  expect(sent[4]?.status).toBe(422)
  expect((await send(1, { image: await blank(20, 20) })).status).toBe(422)
})

test('a hundred members who send a picture at once all get in', async () => {
  const image = await blank(400, 300)
  const sizes = [480, 960, 1600].map((width) => ({ width, bytes: image }))
  let decoding = 0
  let most = 0
  imageProcessor = {
    async process() {
      most = Math.max(most, ++decoding)
      await new Promise((resolve) => setImmediate(resolve))
      decoding--
      return done({ width: 400, height: 300, color: null, sizes })
    },
    close: () => undefined,
  }
  onTestFinished(() => {
    imageProcessor = services.imageProcessor
  })
  const fields = { title: 'Ink', creationProcess: 'Slowly.', aiTools: 'Brush', termsAccepted: 'on' }
  const sent = await Promise.all(members.map((_, member) => sendUntilAccepted(member, { image, fields })))
  expect(sent.map(({ status }) => status)).toEqual(Array(100).fill(201))
  expect(most).toBeLessThanOrEqual(8)
  const stored = await db.row(sql`
    select count(distinct image_id)::integer as images from submissions where challenge_id = ${challenge}`)
  expect(stored).toEqual({ images: 100 })
})

test('a file of a visitor is never kept', async () => {
  const { status, text } = await send(100, { image: await blank(20, 20) })
  expect(status).toBe(401)
  expect(JSON.parse(text)).toMatchObject({ signedOut: true, values: { description: 'Kept text' } })
})
