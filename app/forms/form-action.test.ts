import { RouterContextProvider } from 'react-router'
import { describe, expect, it } from 'vitest'
import { type FormResponse, respondToScripts, respondWithPage } from './form-action.server.ts'

const refused: FormResponse<{ message: string }> = {
  answer: { ok: false, message: 'No' },
  status: 429,
  headers: { 'Retry-After': '7' },
}

describe('answerScripts', () => {
  it('gives a script the answer as JSON, with its status and headers', async () => {
    const answer = await pass('POST', 'application/json')
    expect(answer.status).toBe(429)
    expect(answer.headers.get('retry-after')).toBe('7')
    expect(await answer.json()).toEqual({ ok: false, message: 'No' })
  })

  it('lets everything else pass', async () => {
    expect(await (await pass('POST', 'text/html')).text()).toBe('a page')
    expect(await (await pass('GET', 'application/json')).text()).toBe('a page')
  })
})

describe('answerPage', () => {
  it('leads on after success', () => {
    const answer = respondWithPage({ answer: { ok: true, to: '/there', message: '' }, status: 201 })
    expect(answer).toBeInstanceOf(Response)
    expect(answer).toMatchObject({ status: 303 })
  })

  it('shows a refusal with its status', () => {
    expect(respondWithPage(refused)).toMatchObject({ data: { message: 'No' }, init: { status: 429 } })
  })
})

async function pass(method: string, accept: string): Promise<Response> {
  const request = new Request('http://localhost/form', { method, headers: { Accept: accept } })
  const args = {
    request,
    params: {},
    context: new RouterContextProvider(),
    url: new URL(request.url),
    pattern: '',
  }
  const answer = await respondToScripts(async () => refused)(args, async () => new Response('a page'))
  if (!answer) throw new Error('No answer')
  return answer
}
