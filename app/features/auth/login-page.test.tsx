import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { LoginPage, type LoginProblem } from './login-page.tsx'

describe('the login page', () => {
  const html = shown()

  it('shows the alpha notice and four benefits', () => {
    expect(html).toContain('All user data, submissions and rankings may be reset')
    const tiles = /aria-labelledby="alpha-benefits-heading".*?<\/section>/s.exec(html)?.[0] ?? ''
    expect(tiles.match(/<h3/g)).toHaveLength(4)
  })

  it('has one sign-in form, which keeps the return path', () => {
    expect(html).toMatch(/<form [^>]*action="\/login\/start"/)
    expect(html).toContain('<input type="hidden" name="redirect" value="/challenges/7"/>')
    expect(html.match(/<button/g)).toHaveLength(1)
    expect(html).toContain('Sign in with Google')
  })

  it('links the terms and the privacy policy', () => {
    expect(html).toContain('href="/terms"')
    expect(html).toContain('href="/privacy"')
  })

  it('has no error message by default', () => {
    expect(html).not.toContain('role="alert"')
  })

  it.each(['unanswered', 'often'] as const)('shows the problem %s', (problem) => {
    expect(shown(problem)).toMatch(
      /role="alert".*Failed to sign in.*An error occurred during sign in.*Please (try|wait)/s,
    )
  })
})

function shown(problem?: LoginProblem): string {
  const page = { providerName: 'Google', returnTo: '/challenges/7', demoLogins: [] }
  const Page = createRoutesStub([
    { path: '/login', Component: () => <LoginPage page={page} problem={problem} /> },
  ])
  return renderToStaticMarkup(<Page initialEntries={['/login']} />)
}
