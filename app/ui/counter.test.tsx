import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { Counter } from './counter.tsx'

const limit = { limit: 120, count: (text: string) => text.trim().length }
const shown = (text: string | null) => renderToStaticMarkup(<Counter id="c" text={text} limit={limit} />)

it.each([null, '', ' '.repeat(120), 'x'.repeat(96)])('a counter hides while the limit is far', (text) => {
  expect(shown(text)).toContain('<p id="c" hidden=""')
})

it('a counter shows near the limit what the server counts, and turns red above it', () => {
  expect(shown(`${'x'.repeat(97)}  `)).toMatch(/<p id="c" class="[^"]*text-muted">97\/120 characters</)
  expect(shown('x'.repeat(120))).not.toContain('text-bad')
  expect(shown('x'.repeat(123))).toMatch(/text-bad">123\/120 characters, 3 too many</)
})
