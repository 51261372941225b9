import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { CallbackPage } from './callback-page.tsx'

describe('the callback page', () => {
  it('shows an error as text', () => {
    const page = rendered('<svg onload=alert(1)>: "x"')
    expect(page).toContain('Authentication Failed')
    expect(page).toContain('&lt;svg onload=alert(1)&gt;')
    expect(page).not.toContain('<svg onload')
    expect(page).toMatch(/<a [^>]*href="\/login"[^>]*>Return to Login<\/a>/)
  })

  it('shows a suspension under its own heading, with a contact link', () => {
    const page = rendered('Your account is suspended. Reason: Spam', true)
    expect(page).toContain('Account Suspended')
    expect(page).toContain('Reason: Spam')
    expect(page).toMatch(/If you think this is a mistake, <a [^>]*href="\/contact"[^>]*>write to us</)
    expect(page).not.toContain('Authentication Failed')
  })

  it('shows progress otherwise, with a link back', () => {
    const page = rendered(null)
    expect(page).toContain('Completing Sign In')
    expect(page).toContain('Return to Login')
    expect(page).not.toContain('Authentication Failed')
  })
})

function rendered(failure: string | null, suspended = false): string {
  const Stub = createRoutesStub([
    { path: '/', Component: () => <CallbackPage failure={failure} suspended={suspended} /> },
  ])
  return renderToStaticMarkup(<Stub initialEntries={['/']} />)
}
