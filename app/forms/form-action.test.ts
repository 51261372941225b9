import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { takeToasts } from './flash.server.ts'
import { type FormResponse, formAction, preservedFormContext } from './form-action.server.ts'

interface Refused {
  message: string
  signedOut: boolean
}

const refused: FormResponse<Refused> = {
  answer: { ok: false, message: 'No', signedOut: true },
  status: 429,
  headers: { 'Retry-After': '7' },
}
const saved: FormResponse<Refused> = { answer: { ok: true, to: '/there', message: '' }, status: 201 }

describe('middleware', () => {
  it('returns the result to a script as JSON, with its status and headers', async () => {
    const response = await middleware('POST', 'application/json')
    expect(response.status).toBe(429)
    expect(response.headers.get('retry-after')).toBe('7')
    expect(await response.json()).toEqual({ ok: false, message: 'No', signedOut: true })
  })

  it('passes other requests on', async () => {
    expect(await (await middleware('POST', 'text/html')).text()).toBe('a page')
    expect(await (await middleware('GET', 'application/json')).text()).toBe('a page')
  })
})

describe('action', () => {
  it('redirects after success', async () => {
    const response = await formAction(async () => saved).action(requestArgs('POST', 'text/html'))
    expect(response).toBeInstanceOf(Response)
    expect(response).toMatchObject({ status: 303 })
    expect((response as Response).headers.get('location')).toBe('/there')
  })

  it('shows a toast on the next page', async () => {
    const { action } = formAction(async () => saved, { toast: 'Saved' })
    const response = await action(requestArgs('POST', 'text/html'))
    expect(response).toMatchObject({ status: 303 })
    expect((response as Response).headers.get('set-cookie')).toMatch(/^toast-/)
  })

  it('adds the notice to the toast', async () => {
    for (const [toast, text] of [
      ['Saved.', 'Saved. Look'],
      [undefined, 'Look'],
    ]) {
      const { action } = formAction(async () => ({ ...saved, notice: 'Look' }), toast ? { toast } : {})
      const response = (await action(requestArgs('POST', 'text/html'))) as Response
      const cookie = response.headers.get('set-cookie')?.split(';')[0] ?? ''
      const shown = await takeToasts(new Request('http://localhost/there', { headers: { cookie } }))
      expect(shown.toasts[0]?.text).toBe(text)
    }
  })

  it('shows a refusal with its status, and preserves the form of a member who is signed out', async () => {
    const args = requestArgs('POST', 'text/html')
    const response = await formAction(async () => refused).action(args)
    expect(response).toMatchObject({ data: { message: 'No' }, init: { status: 429 } })
    expect(args.context.get(preservedFormContext)).toBe(true)
  })
})

async function middleware(method: string, accept: string): Promise<Response> {
  const form = formAction(async () => refused)
  const response = await form.middleware(requestArgs(method, accept), async () => new Response('a page'))
  if (!response) throw new Error('No response')
  return response
}

function requestArgs(method: string, accept: string) {
  const request = new Request('http://localhost/form', { method, headers: { Accept: accept } })
  const context = new RouterContextProvider()
  return { request, params: {}, context, url: new URL(request.url), pattern: '' }
}
