import { expect, test } from 'vitest'
import { excerpt, pageMeta } from './page-meta.ts'

const source = {
  location: { pathname: '/challenges' },
  matches: [{ id: 'root', loaderData: { productName: 'Night School', origin: 'https://dojo.test' } }],
}

test('titles follow the pattern of the product', () => {
  expect(pageMeta(source, { title: 'Challenges' })).toContainEqual({ title: 'Challenges | Night School' })
})

test('links and pictures are whole addresses of this site', () => {
  const tags = pageMeta(source, { title: 'Challenges', image: '/media/1/og.png' })
  expect(tags).toContainEqual({ tagName: 'link', rel: 'canonical', href: 'https://dojo.test/challenges' })
  expect(tags).toContainEqual({ property: 'og:image', content: 'https://dojo.test/media/1/og.png' })
})

test('a page without a description takes the default, and a hidden one asks not to be indexed', () => {
  const tags = pageMeta(source, { title: 'Not found', hidden: true })
  expect(tags).toContainEqual({
    name: 'description',
    content: 'Challenge yourself, showcase your work, join a community of AI creative ninjas',
  })
  expect(tags).toContainEqual({ name: 'robots', content: 'noindex' })
})

test('excerpts end at a word and never exceed their length', () => {
  expect(excerpt('A single warm light, and weather coming.', 25)).toBe('A single warm light, and…')
  expect(excerpt('short', 24)).toBe('short')
  expect(excerpt('x'.repeat(50), 10)).toHaveLength(10)
})
