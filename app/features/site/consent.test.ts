import { describe, expect, it } from 'vitest'
import { formRequest, origin } from '#test/request-context.ts'
import { action } from './consent.ts'

describe('an answer to the consent banner', () => {
  it.each(['accepted', 'declined'])('%s is stored and redirects back without a toast', async (consent) => {
    const response = await send(formRequest('/cookies/consent', { consent, returnTo: '/tools?x=1' }))
    expect([response.status, response.headers.get('location')]).toEqual([302, '/tools?x=1'])
    expect(response.headers.getSetCookie()).toEqual([
      `consent=${consent}; Max-Age=15552000; Path=/; HttpOnly; SameSite=Lax`,
    ])
  })

  it.each(['https://evil.example', '//evil.example', 'javascript:alert(1)', ''])(
    'never redirects to %o',
    async (returnTo) => {
      const response = await send(formRequest('/cookies/consent', { consent: 'accepted', returnTo }))
      expect(response.headers.get('location')).toBe('/')
    },
  )

  it.each([{}, { consent: '' }, { consent: 'maybe' }, { consent: 'x'.repeat(10_000) }])(
    'is refused when it is neither: %o',
    async (fields) => {
      const response = await send(formRequest('/cookies/consent', fields as Record<string, string>))
      expect(response.status).toBe(400)
      expect(response.headers.getSetCookie()).toEqual([])
    },
  )

  it('is refused when it is not a form', async () => {
    const request = new Request(`${origin}/cookies/consent`, { method: 'POST', body: 'consent=accepted' })
    await expect(send(request)).rejects.toMatchObject({ status: 415 })
  })
})

function send(request: Request): Promise<Response> {
  return action({ request } as Parameters<typeof action>[0])
}
