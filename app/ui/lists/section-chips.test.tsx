import { renderToStaticMarkup } from 'react-dom/server'
import { expect, it } from 'vitest'
import { SectionChips } from './section-chips.tsx'

it('links to the sections of the page in their order', () => {
  const sections = [
    { id: 'weekly', title: 'Weekly Challenges' },
    { id: 'completed', title: 'Completed & Canceled' },
  ]
  const html = renderToStaticMarkup(<SectionChips sections={sections} />)
  expect(html).toMatch(/^<nav aria-label="Sections of this page"/)
  const links = [...html.matchAll(/<a href="([^"]*)"[^>]*>([^<]*)<\/a>/g)].map(([, href, text]) => [
    href,
    text,
  ])
  expect(links).toEqual([
    ['#weekly', 'Weekly Challenges'],
    ['#completed', 'Completed &amp; Canceled'],
  ])
})
