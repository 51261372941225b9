import { expect, test } from 'vitest'
import { excerpt } from '#app/ui/text/excerpt.ts'
import { pageMeta, shareImage } from './page-meta.ts'

const source = {
  location: { pathname: '/challenges' },
  matches: [
    {
      id: 'root',
      loaderData: { productName: 'Night School', tagline: 'Draw at night', origin: 'https://dojo.test' },
    },
  ],
}

test('titles follow the pattern of the product', () => {
  expect(pageMeta(source, { title: 'Challenges' })).toContainEqual({ title: 'Challenges | Night School' })
})

test('links and pictures are whole addresses of this site', () => {
  const image = shareImage('/challenges/1', 'Nine seconds of rain')
  const tags = pageMeta(source, { title: 'Challenges', image, canonicalPath: '/challenges?page=2#completed' })
  const canonical = 'https://dojo.test/challenges?page=2'
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: canonical })
  expect(tags).toContainEqual({ property: 'og:url', content: canonical })
  const address = 'https://dojo.test/challenges/1/share.png'
  expect(tags).toContainEqual({ property: 'og:image', content: address })
  expect(tags).toContainEqual({ name: 'twitter:image', content: address })
  expect(tags).toContainEqual({ property: 'og:image:alt', content: 'Nine seconds of rain' })
})

test('a page without a description has the tagline of the site, and a hidden page is not indexed', () => {
  const tags = pageMeta(source, { title: 'Not found', hidden: true })
  expect(tags).toContainEqual({
    name: 'description',
    content: 'Draw at night',
  })
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('excerpts end at a word and never exceed their length', () => {
  expect(excerpt('A single warm light, and weather coming.', 25)).toBe('A single warm light, and…')
  expect(excerpt('short', 24)).toBe('short')
  expect(excerpt('x'.repeat(50), 10)).toHaveLength(10)
  expect(excerpt('🏮'.repeat(20), 10)).toBe('🏮🏮🏮🏮…')
})
