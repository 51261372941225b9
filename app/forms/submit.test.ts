import { expect, it } from 'vitest'
import { signedOutMessage } from './refusals.ts'
import { submitOrMessage } from './submit.ts'

/** What the router throws for a response. */
function responseError(status: number, body: unknown) {
  return { status, statusText: '', internal: false, data: body }
}

async function messageOf(thrown: unknown) {
  const { data } = (await submitOrMessage(() => Promise.reject(thrown), 'Failed to act')) as { data: unknown }
  return data
}

it('names a lost connection, and the action after an error of the server', async () => {
  const lost = { message: 'The connection was lost. Please try again.', unsent: true }
  expect(await messageOf(new TypeError('Failed to fetch'))).toEqual(lost)
  expect(await messageOf(responseError(502, 'Bad Gateway'))).toEqual(lost)
  expect(await messageOf(responseError(500, null))).toEqual({ message: 'Failed to act', unsent: true })
  const maintenance = { maintenance: { heading: 'Temporarily unavailable', text: 'Back at noon.' } }
  expect(await messageOf(responseError(503, maintenance))).toEqual({
    message: 'Temporarily unavailable: Back at noon.',
    unsent: true,
  })
})

it.each([
  [413, '<html><head><title>413 Request Entity Too Large</title></head></html>'],
  [403, '\n<!DOCTYPE html><h1>Blocked</h1>'],
  [429, '{"message":"API rate limit exceeded"}'],
])('takes a refusal of a proxy for a lost connection: %i %s', async (status, body) => {
  expect(await messageOf(responseError(status, body))).toEqual({
    message: 'The connection was lost. Please try again.',
    unsent: true,
  })
})

it('takes a response without a body for a lost connection', async () => {
  const { data } = (await submitOrMessage(async () => undefined, 'Failed to act')) as unknown as {
    data: object
  }
  expect(data).toMatchObject({ unsent: true })
})

it('reports an ended session, and rethrows redirects and refusals', async () => {
  const signIn = new Response(null, { status: 302, headers: { Location: '/login?redirect=%2F' } })
  expect(await messageOf(signIn)).toEqual({ message: signedOutMessage })
  const on = new Response(null, { status: 303, headers: { Location: '/admin' } })
  await expect(messageOf(on)).rejects.toBe(on)
  const refusal = responseError(403, 'Access Denied')
  await expect(messageOf(refusal)).rejects.toBe(refusal)
})
