import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { phone } from './pages.ts'
import { expect, test } from './test.ts'

for (const [width, options] of [
  ['a phone', phone],
  ['a wide screen', { viewport: { width: 1280, height: 800 } }],
] as const) {
  test.describe(`on ${width}`, () => {
    test.use(options)

    test('pages name their feed and link to it', async ({ page, db }) => {
      const author = await makeMember(db, { displayName: 'Feed Author' })
      await makeSubmission(db, author, await makeChallenge(db, { title: 'Paper & ink' }), {
        title: 'A <crane>',
      })
      for (const [path, feed, text] of [
        ['/challenges', '/challenges.atom', 'Paper &amp; ink'],
        ['/challenges/archive', '/results.atom', '<feed'],
        [`/profile/${author.id}/submissions`, `/profile/${author.id}/submissions.atom`, 'A &lt;crane&gt;'],
      ] as const) {
        await page.goto(path)
        const link = page.getByRole('link', { name: 'Atom feed' })
        await expect(link).toHaveAttribute('href', feed)
        await link.click({ trial: true })
        const named = page.locator('link[type="application/atom+xml"]')
        await expect(named).toHaveAttribute('href', new RegExp(`^https?://[^/]+${feed}$`))
        const response = await page.request.get(feed)
        expect(response.headers()['content-type']).toBe('application/atom+xml; charset=utf-8')
        expect(await response.text()).toContain(text)
      }
    })
  })
}

test('feed readers get an entity tag, and no body if nothing has changed', async ({ site, db }) => {
  const challenge = await makeChallenge(db, { title: 'Tagged' })
  // Shared pages are a second old at most, and no test before this one has requested it.
  const path = `${site.origin}/challenges.atom`
  await expect.poll(async () => (await (await fetch(path)).text()).includes(challenge)).toBe(true)
  const first = await fetch(path)
  const tag = first.headers.get('etag') ?? ''
  expect(tag).toMatch(/^"/)
  expect(first.headers.get('cache-control')).toBe('public, max-age=300')
  expect(first.headers.get('content-encoding')).toMatch(/br|gzip/)
  const again = await fetch(path, { headers: { 'If-None-Match': tag } })
  expect(again.status).toBe(304)
  expect(await again.text()).toBe('')
})
