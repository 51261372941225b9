import { expect, it } from 'vitest'
import { makeChallenge, makeMember, makeSubmission } from '#test/builders.ts'
import { testDatabase } from '#test/database.ts'
import { origin, requestContext } from '#test/request-context.ts'
import { loader as robots } from './robots.ts'
import { loader as securityTxt } from './security-txt.ts'
import { loader as sitemap } from './sitemap.ts'

const { db } = await testDatabase()
const context = await requestContext(db, null)

it('robots.txt names the sitemap and the pages that crawlers should skip', async () => {
  const response = await robots({ ...loaderArgs('/robots.txt'), pattern: '/robots.txt' })
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/)
  const text = await response.text()
  expect(text).toContain(`Sitemap: ${origin}/sitemap.xml`)
  expect(text).toContain('Disallow: /admin\n')
})

it('the sitemap lists the pages, the challenges and the submissions', async () => {
  const challenge = await makeChallenge(db)
  const submission = await makeSubmission(db, await makeMember(db), challenge)
  const response = await sitemap({ ...loaderArgs('/sitemap.xml'), pattern: '/sitemap.xml' })
  expect(response.headers.get('content-type')).toMatch(/^application\/xml/)
  const text = await response.text()
  for (const path of [
    '/',
    '/tools',
    '/privacy-policy',
    `/challenges/${challenge}`,
    `/challenges/${challenge}/submissions/${submission}`,
  ]) {
    expect(text).toContain(`<loc>${origin}${path}</loc>`)
  }
  expect(text).toMatch(/<lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
})

it('the sitemap has one address', async () => {
  const response = await sitemap({ ...loaderArgs('/sitemap.xml?page=2'), pattern: '/sitemap.xml' })
  expect([response.status, response.headers.get('location')]).toEqual([301, '/sitemap.xml'])
})

it('security.txt names the contact and expires within a year', async () => {
  const withContact = await requestContext(db, null, { CONTACT_EMAIL: "o'brien+dojo@dojo.example" })
  const path = '/.well-known/security.txt'
  const response = securityTxt({ ...loaderArgs(path), context: withContact, pattern: path })
  expect(response.headers.get('content-type')).toBe('text/plain; charset=utf-8')
  const text = await response.text()
  expect(text).toContain("Contact: mailto:o'brien+dojo@dojo.example\n")
  expect(text).toContain(`Canonical: ${origin}${path}\n`)
  const days = (Date.parse(/^Expires: (.+)$/m.exec(text)?.[1] ?? '') - Date.now()) / 86_400_000
  expect(days).toBeGreaterThan(30)
  expect(days).toBeLessThan(366)
})

function loaderArgs(path: string) {
  const request = new Request(origin + path)
  return { request, url: new URL(request.url), params: {}, context }
}
