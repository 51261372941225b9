import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import type { Consent } from '#app/ui/consent/consent.ts'
import type { House } from '../house.ts'
import { cookiesText } from './cookies-text.server.ts'
import { LegalPage } from './legal-page.tsx'
import { type LegalText, textOf } from './legal-text.server.ts'
import { loader as privacyAddress } from './privacy-address.ts'
import { privacyText } from './privacy-text.server.ts'
import { termsText } from './terms-text.server.ts'

const house: House = {
  productName: 'Paper Moon',
  contactEmail: 'hello@moon.example',
  signInProvider: 'Google',
}

describe.each([privacyText, termsText, cookiesText])('$title', (text) => {
  const html = shown(text)

  it('says when it was last updated, and leads home', () => {
    expect(html).toContain('Last updated April 24, 2025')
    expect(html).toMatch(/aria-label="Breadcrumb".*?<a [^>]*href="\/"[^>]*>Home<\/a>/s)
  })

  it('numbers its sections, and its contents list leads to each', () => {
    for (const [position, { id, title }] of text.sections.entries()) {
      expect(html).toContain(`>${position + 1}. ${title}</h2>`)
      expect(html).toContain(`href="#${id}"`)
      expect(html.split(`id="${id}"`)).toHaveLength(2)
    }
  })
})

it('the terms and the privacy policy agree about what stays of a deleted account', () => {
  for (const text of [termsText, privacyText]) {
    expect(shown(text).replace(/\s+/g, ' ')).toMatch(
      /votes, points and the results of finished challenges stay without your name/i,
    )
  }
  expect(shown(termsText)).not.toContain('points and rank are gone')
})

describe('the privacy policy', () => {
  it('has ten sections and leads to the other texts', () => {
    expect(privacyText.sections).toHaveLength(10)
    const html = shown(privacyText)
    expect(html).toContain('href="/terms"')
    expect(html).toContain('href="/cookies"')
  })

  it('names the address for privacy questions once there is one', () => {
    expect(shown(privacyText)).toContain('href="mailto:hello@moon.example?subject=Privacy"')
    const without = shown(privacyText, { ...house, contactEmail: null })
    expect(without).not.toContain('mailto:')
    expect(without).toContain('have not published an address for privacy questions yet')
  })

  it('leads to the account page, where data is downloaded and the account deleted', () => {
    const html = shown(privacyText)
    expect(html).toContain('href="/profile/account"')
    expect(html).not.toContain('have your account deleted, write to us')
  })

  it('stands at its other address, too', () => {
    const answer = privacyAddress()
    expect([answer.status, answer.headers.get('location')]).toEqual([301, '/privacy-policy'])
  })
})

describe('the terms', () => {
  const html = shown(termsText)

  it.each(['Accounts', 'License', 'AI Content', 'Prohibited Uses', 'Termination', 'about 30 days'])(
    'speak of %s',
    (words) => expect(html).toContain(words),
  )

  it('say what votes and points are worth', () => {
    expect(html).toContain('Voting decisions are final')
    expect(html).toContain('have no monetary value')
    expect(html).toContain('We may disqualify')
  })

  it('lead to the privacy policy', () => {
    expect(html).toContain('href="/privacy"')
  })
})

describe('the cookie policy', () => {
  it('leads to the privacy policy and names every cookie', () => {
    const html = shown(cookiesText)
    expect(html).toContain('href="/privacy"')
    for (const name of ['session', 'sign-in', 'consent', 'theme', 'toast', 'suspension']) {
      expect(html).toContain(`<code>${name}</code>`)
    }
    expect(html).not.toContain('demo-')
    expect(shown(cookiesText, { ...house, signInProvider: null })).toContain('demo-')
  })

  it.each([
    [null, 'You have not answered yet', 0],
    ['accepted', 'You accepted non-essential cookies', 2],
    ['declined', 'You declined non-essential cookies', 2],
  ] as const)('shows the choice %s and lets it be changed', (consent, words, pressable) => {
    const html = shown(cookiesText, house, consent)
    expect(html).toContain(words)
    expect(html).toMatch(/<form [^>]*action="\/cookies\/consent"/)
    expect(html).toMatch(/value="declined"[^>]*>Decline</)
    expect(html).toMatch(/value="accepted"[^>]*>Accept</)
    expect(html.split('aria-pressed=')).toHaveLength(pressable + 1)
  })
})

function shown(text: LegalText, forHouse = house, consent: Consent | null = null): string {
  const Page = createRoutesStub([
    {
      id: 'root',
      path: '/',
      loader: () => null,
      Component: () => <LegalPage text={textOf(text, forHouse)} />,
    },
  ])
  return renderToStaticMarkup(
    <Page initialEntries={['/']} hydrationData={{ loaderData: { root: { consent } } }} />,
  )
}
