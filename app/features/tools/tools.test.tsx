import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { toolGroups } from './tool-groups.server.ts'
import { accentClass } from './tool-section.tsx'
import * as page from './tools.tsx'

const { db } = await testDatabase()
const { html } = await openPage(db, page, '/tools')
const styles = readFileSync('app/styles/tokens.css', 'utf8')
const tools = toolGroups.flatMap((group) => group.tools)

describe('the tools page', () => {
  it('has four groups in order, each linked from the top of the page', () => {
    const headings = [...html.matchAll(/<h2[^>]*>([^<]+)<\/h2>/g)].map(([, heading]) => heading)
    expect(headings.slice(0, 4)).toEqual([
      'Sonic Creativity',
      'Visual Artistry',
      'Literary Mastery',
      'Video Wizardry',
    ])
    for (const { id } of toolGroups) {
      expect(html).toContain(`<section id="${id}"`)
      expect(html).toContain(`href="#${id}"`)
    }
  })

  it('gives each tool its card: title, description, quote, image and color', () => {
    const cards = html.match(/<li(?:(?!<li).)*Visit Tool</gs) ?? []
    expect(cards).toHaveLength(tools.length)
    for (const [index, tool] of tools.entries()) {
      const card = cards[index]?.replaceAll('&#x27;', "'") ?? ''
      expect(card.split('>')[0]).toContain(accentClass[tool.accent])
      expect(card).toContain(`src="/pictures/tools/${tool.image}.svg"`)
      expect(card).toContain(`>${tool.title}</h3>`)
      for (const text of [tool.description, `“${tool.quote}”`]) expect(card).toContain(text)
    }
  })

  it('opens each tool in a new tab, announces it, and passes no opener', () => {
    const visits = [...html.matchAll(/<a ([^>]*)>Visit Tool</g)].map(([, attributes = '']) => attributes)
    expect(visits.map((visit) => /href="([^"]+)"/.exec(visit)?.[1])).toEqual(tools.map((tool) => tool.url))
    for (const visit of visits) {
      expect(visit).toContain('target="_blank"')
      expect(visit).toContain('rel="noopener"')
    }
    expect(html.split('(opens in a new tab)')).toHaveLength(tools.length + 1)
  })

  it('ends with the next steps and the note', () => {
    expect(html).toMatch(/<a [^>]*href="\/challenges"[^>]*>Join a Challenge<\/a>/)
    expect(html).toMatch(/<a [^>]*href="\/community"[^>]*>Enter the Dojo<\/a>/)
    expect(html).toContain('Resources and tutorials are coming soon')
  })

  it('carries no inline style', () => {
    expect(html).not.toMatch(/\sstyle=/)
  })
})

describe('the tools', () => {
  it('are at least sixteen, each of them once', () => {
    expect(tools.length).toBeGreaterThanOrEqual(16)
    for (const field of ['title', 'url', 'quote', 'image'] as const) {
      expect(new Set(tools.map((tool) => tool[field])).size).toBe(tools.length)
    }
  })

  it.each(tools)('$title has texts, a drawing', (tool) => {
    expect(tool.description.length).toBeGreaterThan(40)
    expect(tool.quote.length).toBeGreaterThan(20)
    expect(existsSync(`public/pictures/tools/${tool.image}.svg`)).toBe(true)
  })

  it.each(toolGroups)('$title has a coach with a portrait', ({ coach, theme }) => {
    expect(html).toContain(coach.name)
    expect(existsSync(`public/pictures/senseis/${coach.portrait}.svg`)).toBe(true)
    expect(styles).toContain(`.theme-${theme} {`)
  })
})
