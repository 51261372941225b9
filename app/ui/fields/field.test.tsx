import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Counter } from './field.tsx'

const limit = { limit: 120, count: (text: string) => text.trim().length }

/** Null if the counter is hidden. */
function shown(text: string | null): string | null {
  const html = renderToStaticMarkup(<Counter id="c" text={text} limit={limit} />)
  const [, attributes = '', content = ''] = /<p ([^>]*)>(.*?)<\/p>/.exec(html) ?? []
  return attributes.includes('hidden=""') ? null : content
}

it.each([null, '', ' '.repeat(120), 'x'.repeat(96)])('hides the counter far below the limit', (text) => {
  expect(shown(text)).toBeNull()
})

it('shows what the server counts near the limit, and how many characters are too many', () => {
  expect(shown(`${'x'.repeat(97)}  `)).toBe('97/120 characters')
  expect(shown('x'.repeat(120))).toBe('120/120 characters')
  expect(shown('x'.repeat(123))).toBe('123/120 characters, 3 too many')
})
