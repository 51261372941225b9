import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { makeMember } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import * as community from './community/community.tsx'
import { PLACES } from './community/places.ts'
import * as contact from './contact/contact.tsx'
import { TOPICS } from './contact/topics.ts'
import { WriteTo } from './contact/write-to.tsx'

const { db } = await testDatabase()

describe('the community page', () => {
  it('tells visitors how to take part, and leads to every room of the dojo', async () => {
    const { text, html } = await openPage(db, community, '/community')
    expect(html).toContain('href="/login?redirect=/community"')
    for (const deed of ['+25', '+5', '+1', '+100']) expect(text).toContain(deed)
    for (const { to } of PLACES) expect(html).toContain(`href="${to}"`)
    expect(html).toContain('href="/leaderboard#ranking-system"')
  })

  it('does not ask members to sign in', async () => {
    const { html } = await openPage(db, community, '/community', { viewer: await makeMember(db) })
    expect(html).not.toContain('/login')
    expect(html).toContain('href="/challenges"')
  })
})

describe('the contact page', () => {
  it('tells what can be done as long as there is no address', async () => {
    const { text, html } = await openPage(db, contact, '/contact')
    expect(text).toContain('No address has been published yet')
    expect(html).not.toContain('mailto:')
    expect(html).toContain('href="/community"')
  })

  it('names the address, and letters with a subject on them', () => {
    const Page = createRoutesStub([{ path: '/', Component: () => <WriteTo email="hello@moon.example" /> }])
    const html = renderToStaticMarkup(<Page initialEntries={['/']} />)
    expect(html).toContain('href="mailto:hello@moon.example"')
    expect(html.match(/mailto:hello@moon\.example\?subject=/g)).toHaveLength(TOPICS.length)
  })
})
