import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { legalDocument } from '#app/content/legal.server.tsx'
import type { PageName } from '#domain/pages/rules.ts'
import type { Consent } from '#platform/http/choice-cookies.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { requestContext } from '#test/request-context.ts'
import { CookieChoice } from './cookie-choice.tsx'
import * as legal from './legal.tsx'
import { loader as privacyRedirect } from './privacy-redirect.ts'

const { db } = await testDatabase()
const withContact = { CONTACT_EMAIL: 'hello@moon.example', PRODUCT_NAME: 'Paper & Moon' }
const withProvider = {
  ...withContact,
  PUBLIC_URL: 'https://moon.example',
  OIDC_ISSUER: 'https://accounts.google.com',
  OIDC_CLIENT_ID: 'id',
  OIDC_CLIENT_SECRET: 'secret',
  OIDC_PROVIDER_NAME: 'Google',
  ADMIN_EMAILS: 'admin@moon.example',
}

describe.each(['privacy-policy', 'terms', 'cookies'] as const)('%s', async (name) => {
  const { html } = await open(name)
  const { sections } = legalDocument(name, await requestContext(db, null))

  it('says when it was last updated, and links home', () => {
    expect(html).toContain('Last updated April 24, 2025')
    expect(html).toMatch(/aria-label="Breadcrumb".*?<a [^>]*href="\/"[^>]*>Home<\/a>/s)
  })

  it('numbers its sections and links each from the table of contents', () => {
    expect(sections.length).toBeGreaterThan(7)
    for (const [index, { id, title }] of sections.entries()) {
      expect(html).toContain(`>${index + 1}. ${title}</h2>`)
      expect(html).toContain(`href="#${id}"`)
      expect(html.split(`id="${id}"`)).toHaveLength(2)
    }
  })

  it('has no unfilled placeholder', () => {
    expect(html).not.toMatch(/\{\{|<[a-z]+-[a-z]+ \/>/)
  })
})

it('the terms and the privacy policy agree about what stays of a deleted account', async () => {
  for (const name of ['terms', 'privacy-policy'] as const) {
    expect((await open(name)).text).toMatch(
      /votes, points and the results of finished challenges stay without your name/i,
    )
  }
})

describe('the privacy policy', () => {
  it('has ten sections and links the other texts', async () => {
    const { html } = await open('privacy-policy')
    expect(html.match(/<h2[^>]*>\d+\. /g)).toHaveLength(10)
    expect(html).toContain('href="/terms"')
    expect(html).toContain('href="/cookies"')
  })

  it('shows the contact address', async () => {
    const { html, text } = await open('privacy-policy', withContact)
    expect(html).toContain('href="mailto:hello@moon.example?subject=Privacy"')
    expect(text).toContain('Paper & Moon is self-hosted')
  })

  it('names the identity provider', async () => {
    expect((await open('privacy-policy', withProvider)).text).toContain(
      'an account that you already have at Google.',
    )
    expect((await open('privacy-policy')).text).toContain('at an identity provider.')
  })

  it.each([
    ['random', 'we do not copy your name or your picture from it', 'at first a random ninja name;'],
    [
      'provider',
      'we copy your name from it once, when you first sign in',
      'at first the name of that account,',
    ],
  ])('says where names come from with MEMBER_NAMES=%s', async (setting, copied, firstName) => {
    const { text } = await open('privacy-policy', { ...withProvider, MEMBER_NAMES: setting })
    expect(text).toContain(copied)
    expect(text).toContain(firstName)
  })

  it('links the account page, where data is downloaded and the account deleted', async () => {
    expect((await open('privacy-policy')).html).toContain('href="/profile/account"')
  })

  it('has a second address that redirects', () => {
    const response = privacyRedirect()
    expect([response.status, response.headers.get('location')]).toEqual([301, '/privacy-policy'])
  })
})

describe('the terms', async () => {
  const { html, text } = await open('terms')

  it.each([
    'Accounts',
    'License',
    'AI Content',
    'Prohibited Uses',
    'Termination',
    'about 30 days',
    'Voting decisions are final',
    'have no monetary value',
    'We may disqualify',
  ])('contain %s', (words) => expect(text).toContain(words))

  it('link the privacy policy', () => {
    expect(html).toContain('href="/privacy"')
  })
})

describe('the cookie policy', () => {
  it('links the privacy policy and names every cookie, those of a demo only in a demo', async () => {
    const { html } = await open('cookies', withProvider)
    expect(html).toContain('href="/privacy"')
    for (const name of ['session', 'sign-in', 'consent', 'theme', 'toast-…', 'suspension']) {
      expect(html).toMatch(new RegExp(`<code[^>]*>${name}</code>`))
    }
    expect(html).not.toContain('demo-')
    expect((await open('cookies')).html).toMatch(/<code[^>]*>demo-…<\/code>/)
  })

  it('holds the form for the choice in its section', async () => {
    const { html } = await open('cookies')
    expect(html).toMatch(/<section id="your-choice"(?:(?!<section).)*action="\/cookies\/consent"/s)
  })

  it.each([
    [null, 'You have not answered yet', 0],
    ['accepted', 'You accepted non-essential cookies', 2],
    ['declined', 'You declined non-essential cookies', 2],
  ] as const)('shows the choice %s and lets it be changed', (consent, text, toggles) => {
    const html = renderChoice(consent)
    expect(html).toContain(text)
    expect(html).toMatch(/value="declined"[^>]*>Decline</)
    expect(html).toMatch(/value="accepted"[^>]*>Accept</)
    expect(html.split('aria-pressed=')).toHaveLength(toggles + 1)
  })
})

function open(name: PageName, env: NodeJS.ProcessEnv = {}) {
  return openPage(db, legal, `/${name}`, { env })
}

function renderChoice(consent: Consent | null): string {
  const Page = createRoutesStub([{ id: 'root', path: '/', loader: () => null, Component: CookieChoice }])
  return renderToStaticMarkup(
    <Page initialEntries={['/']} hydrationData={{ loaderData: { root: { consent } } }} />,
  )
}
