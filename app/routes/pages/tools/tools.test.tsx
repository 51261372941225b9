import { existsSync, readFileSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { TOOL_GROUPS } from './groups.server.ts'
import Tools, { loader } from './tools.tsx'

const page = { id: 'tools', path: '/tools', loader, Component: Tools as React.ComponentType }
const Page = createRoutesStub([page])
const html = renderToStaticMarkup(
  <Page initialEntries={['/tools']} hydrationData={{ loaderData: { tools: loader() } }} />,
)
const styles = readFileSync('app/styles/tools.css', 'utf8')
const tools = TOOL_GROUPS.flatMap((group) => group.tools)

describe('the tools page', () => {
  it('has its four groups in order, each with a heading that the curtains lead to', () => {
    const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)
    expect(headings.slice(0, 4)).toEqual([
      'Sonic Creativity',
      'Visual Artistry',
      'Literary Mastery',
      'Video Wizardry',
    ])
    for (const { id } of TOOL_GROUPS) {
      expect(html).toContain(`<section id="${id}"`)
      expect(html).toContain(`href="#${id}"`)
    }
  })

  it('gives each tool its card: title, description, quote, picture and colour', () => {
    const cards = html.split('<li class="card card-link tool-card ').slice(1)
    expect(cards).toHaveLength(tools.length)
    for (const [place, tool] of tools.entries()) {
      const card = cards[place]?.replaceAll('&#x27;', "'") ?? ''
      expect(card.startsWith(`pigment-${tool.colour}"`)).toBe(true)
      expect(card).toContain(`src="/pictures/tools/${tool.image}.svg"`)
      expect(card).toContain(`>${tool.title}</h3>`)
      for (const words of [tool.description, `“${tool.quote}”`]) expect(card).toContain(words)
    }
  })

  it('leads to each tool in a new tab, says so, and gives it no hold on this page', () => {
    const visits = [...html.matchAll(/<a href="(https:[^"]+)"([^>]*)>Visit Tool/g)]
    expect(visits.map(([, url]) => url)).toEqual(tools.map((tool) => tool.url))
    for (const [, , attributes] of visits) expect(attributes).toMatch(/target="_blank" rel="noopener"/)
    expect(html.split('(opens in a new tab)')).toHaveLength(tools.length + 1)
  })

  it('ends with the ways on and the note', () => {
    expect(html).toMatch(/<a [^>]*href="\/challenges"[^>]*>Join a Challenge<\/a>/)
    expect(html).toMatch(/<a [^>]*href="\/community"[^>]*>Enter the Dojo<\/a>/)
    expect(html).toContain('Resources and tutorials are coming soon')
  })

  it('carries no inline style', () => {
    expect(html).not.toMatch(/\sstyle=/)
  })
})

describe('the tools', () => {
  it('are at least sixteen, none twice', () => {
    expect(tools.length).toBeGreaterThanOrEqual(16)
    for (const field of ['title', 'url', 'quote', 'image'] as const) {
      expect(new Set(tools.map((tool) => tool[field])).size).toBe(tools.length)
    }
  })

  it.each(tools)('$title has words, a drawing and a colour', (tool) => {
    expect(tool.description.length).toBeGreaterThan(40)
    expect(tool.quote.length).toBeGreaterThan(20)
    expect(existsSync(`public/pictures/tools/${tool.image}.svg`)).toBe(true)
    expect(styles).toContain(`.pigment-${tool.colour} {`)
  })

  it.each(TOOL_GROUPS)('$title has a sensei with a portrait', ({ sensei, cloth }) => {
    expect(html).toContain(sensei.name)
    expect(existsSync(`public/pictures/senseis/${sensei.portrait}.svg`)).toBe(true)
    expect(styles).toContain(`.cloth-${cloth} {`)
  })
})
