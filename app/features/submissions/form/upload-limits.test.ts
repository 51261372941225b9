import { createServer } from 'node:http'
import { RouterContextProvider } from 'react-router'
import sharp from 'sharp'
import sql from 'sql-template-tag'
import { afterAll, beforeAll, beforeEach, expect, onTestFinished, test } from 'vitest'
import { servicesContext, viewerContext } from '#app/context.ts'
import { openImageProcessor } from '#domain/media/image-processing.server.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { usesOf } from '#platform/http/limits.server.ts'
import { createApp } from '#server/app.ts'
import { listenerOf } from '#server/listen.ts'
import { makeChallenge, makeMembers } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { listening } from '#test/listening.ts'
import { requestContext } from '#test/request-context.ts'
import { receiveNewSubmission } from './submit.server.ts'

const { db } = await testDatabase()
const members = await makeMembers(db, 3)
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

async function send(member: number, image: Uint8Array) {
  const body = new FormData()
  // Without a title, the image is stored and no submission is created.
  body.set('description', 'Kept text')
  body.set('image', new File([new Uint8Array(image)], 'a.png', { type: 'image/png' }))
  const headers = { cookie: `member=${member}`, origin: site.replace('127.0.0.1', 'localhost') }
  const response = await fetch(`${site}/challenges/${challenge}/submit`, { method: 'POST', body, headers })
  return { status: response.status, headers: response.headers, text: await response.text() }
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
  const { status, text } = await send(0, await costly.png({ progressive: true }).toBuffer())
  expect(status).toBe(422)
  expect(JSON.parse(text)).toMatchObject({
    errors: { image: 'Failed to upload image: it takes too long to process' },
    values: { description: 'Kept text' },
  })
  expect(errors).toEqual(['the image process ended with SIGALRM'])
  const next = await send(0, await blank(20, 20))
  expect(JSON.parse(next.text).image).toMatchObject({ width: 20 })
})

test('a third upload of a member at once gets 503 with its input, and the others are stored', async () => {
  const image = await blank(2000, 2000)
  const sent = await Promise.all([1, 1, 1, 1, 2].map((member) => send(member, image)))
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
  expect((await send(1, await blank(20, 20))).status).toBe(422)
  const [uses] = await usesOf(db, ['submit'], members[1]?.id ?? '')
  expect(uses?.count, 'the refused ones are not counted').toBe(5 - refused.length)
})

test('a file of a visitor is never kept', async () => {
  const { status, text } = await send(100, await blank(20, 20))
  expect(status).toBe(401)
  expect(JSON.parse(text)).toMatchObject({ signedOut: true, values: { description: 'Kept text' } })
})
