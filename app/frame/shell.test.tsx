import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { partsLoaded } from '#app/ui/browser/lazy-part.ts'
import type { Toast } from '#app/ui/messages/toast.tsx'
import type { Member, Viewer } from '#domain/members/rules.ts'
import { ErrorPage } from './errors/error-page.tsx'
import { RequestIdContext } from './errors/error-view.tsx'
import type { FrameHandle } from './navigation/tab-bar.tsx'
import { Shell } from './shell.tsx'

await partsLoaded()

const ninja: Member = {
  id: '7',
  displayName: 'Quiet Fox 1',
  photoUrl: '/avatars/ninja-2.svg',
  rank: 'Novice Ninja',
  points: 0,
  isAdmin: false,
  isModerator: false,
}
const main = [
  ['/', 'Home'],
  ['/showcase', 'Showcase'],
  ['/tools', 'Tools'],
  ['/challenges', 'Challenges'],
  ['/challenges/voting', 'Vote'],
  ['/leaderboard', 'Leaderboard'],
  ['/resources', 'Resources'],
]

describe('the navigation', () => {
  it('has the same links in the bar and in the mobile menu', () => {
    const html = shell(null)
    expect(linksIn(html, 'Main')).toEqual(main)
    expect(linksIn(html, 'Menu')).toEqual(main)
  })

  it('offers visitors to sign in, without a user menu', () => {
    const html = shell(null)
    expect(html).toMatch(/href="\/login"[^>]*>Sign In</)
    expect(html).not.toContain('Sign Out')
  })

  it('offers members their own pages, and a form to sign out', () => {
    const html = shell(ninja)
    const menu = html.slice(html.indexOf('<details'), html.indexOf('Sign Out'))
    expect(anchors(menu)).toEqual([
      ['/me', 'My Dojo'],
      ['/profile/7', 'My Profile'],
      ['/profile/7/submissions', 'My Submissions'],
      ['/profile/edit', 'Edit Profile'],
    ])
    expect(menu).toMatch(/<form [^>]*action="\/sign-out"/)
    expect(html).toContain('Quiet Fox 1')
    expect(html).not.toMatch(/href="\/login"/)
    expect(shell({ ...ninja, isAdmin: true })).toMatch(/href="\/admin"[^>]*>Admin</)
  })

  it("shows 'Ninja' without a name, and a default avatar without a picture", () => {
    const html = shell({ ...ninja, displayName: '', photoUrl: '' })
    expect(html).toContain('>Ninja</span>')
    expect(html).toContain('src="/avatars/ninja-1.svg"')
  })
})

describe('the tab bar', () => {
  it('leads members to their main pages, and marks the one that is shown', () => {
    const tabs = shell(ninja, [], { tabs: true })
    const bar = /<nav data-tab-bar.*?<\/nav>/s.exec(tabs)?.[0] ?? ''
    expect([...bar.matchAll(/href="([^"]+)"/g)].map(([, to]) => to)).toEqual([
      '/',
      '/challenges',
      '/challenges/voting',
      '/me',
    ])
    expect(bar.match(/aria-current="page"/g)).toHaveLength(1)
    expect(bar).toMatch(/<a (?=[^>]*href="\/")[^>]*aria-current="page"/)
  })

  it('is not shown to visitors, nor on pages that do not ask for it', () => {
    expect(shell(null, [], { tabs: true })).not.toContain('data-tab-bar')
    expect(shell(ninja)).not.toContain('data-tab-bar')
    expect(shell(ninja, [], { tabs: () => true })).toContain('data-tab-bar')
    expect(shell(ninja, [], { tabs: () => false })).not.toContain('data-tab-bar')
  })
})

describe('the footer', () => {
  const html = shell(null)
  const footer = html.slice(html.indexOf('<footer'))

  it('has no social links where none are set', () => {
    expect(footer).not.toMatch(/Elsewhere|href="https:/)
  })

  it('explains the dojo', () => {
    expect(footer).toMatch(/href="\/community"[^>]*>How it works</)
  })

  it('says that it is an alpha', () => {
    expect(footer).toContain('Alpha Version')
  })

  it('links the legal texts, and opens other sites in a new tab', () => {
    for (const to of ['/terms', '/privacy-policy', '/cookies', '/contact']) {
      expect(footer).toContain(`href="${to}"`)
    }
    const pages = ['https://www.youtube.com/@dojo', 'https://dojo.example/news']
    const withLinks = shell(null, pages)
    expect(withLinks).toMatch(/href="https:\/\/www.youtube.com\/@dojo"[^>]*>YouTube</)
    expect(withLinks).toMatch(/href="https:\/\/dojo.example\/news"[^>]*>dojo.example</)
    const outside = withLinks.match(/<a [^>]*href="https:[^>]*>/g) ?? []
    expect(outside).toHaveLength(2)
    for (const link of outside)
      expect(link).toMatch(
        /target="_blank".*rel="noopener noreferrer"|rel="noopener noreferrer".*target="_blank"/,
      )
  })
})

describe('a page that cannot be shown', () => {
  it.each([
    [404, 'Page not found'],
    [503, 'The dojo is resting'],
    [500, 'Something went wrong'],
  ])('has a heading for %i, with a link home', (status, heading) => {
    const html = rendered(<ErrorPage status={status} />)
    expect(html).toContain(heading)
    expect(html).toContain(`>${status}<`)
    expect(html).toMatch(/href="\/"[^>]*>Return to Home</)
    expect(html.includes('>Retry<')).toBe(status >= 500)
  })

  it('refuses access for 403, with a link home', () => {
    const html = rendered(<ErrorPage status={403} />)
    expect(html).toContain('Access Denied')
    expect(html).toMatch(/href="\/"[^>]*>Return to Home</)
    expect(html).not.toContain('>Retry<')
  })

  it('names the request after a server error, so that it is found in the log', () => {
    const page = (status: number) =>
      rendered(
        <RequestIdContext value="0123abcd">
          <ErrorPage status={status} />
        </RequestIdContext>,
      )
    expect(page(500)).toMatch(/Reference: <span[^>]*>0123abcd</)
    expect(page(404)).not.toContain('0123abcd')
  })
})

it('shows all messages of a page, oldest first', () => {
  const toasts: Toast[] = [
    { text: 'You have voted', tone: 'good' },
    { text: 'Your comment is published.', tone: 'good' },
  ]
  expect(shell(ninja, [], undefined, toasts)).toMatch(/You have voted.*Your comment is published\./)
})

function shell(
  viewer: Viewer,
  socialLinks: string[] = [],
  handle?: FrameHandle,
  toasts: Toast[] = [],
): string {
  return rendered(
    <Shell
      viewer={viewer}
      theme="system"
      productName="Paper Moon"
      logo=""
      tagline="Draw at night"
      socialLinks={socialLinks}
      toasts={toasts}
      askConsent={false}
      unread={0}
      maintenance={null}
    >
      <p>The page</p>
    </Shell>,
    handle,
  )
}

function rendered(page: React.ReactElement, handle?: FrameHandle): string {
  const Page = createRoutesStub([{ path: '/', Component: () => page, handle }])
  return renderToStaticMarkup(<Page initialEntries={['/']} />)
}

function linksIn(html: string, navigation: string) {
  return anchors(new RegExp(`<nav aria-label="${navigation}".*?</nav>`, 's').exec(html)?.[0] ?? '')
}

function anchors(html: string) {
  return [...html.matchAll(/<a [^>]*?href="([^"]+)"[^>]*>([^<]+)<\/a>/g)].map(([, to, label]) => [to, label])
}
