import { existsSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { testDatabase } from '#test/database.ts'
import { openPage } from '#test/open-page.tsx'
import { kdpGuide } from './documents.server.tsx'
import * as guide from './kdp-guide.tsx'
import * as resources from './resources.tsx'

const { db } = await testDatabase()

describe('the resources page', async () => {
  const { html } = await openPage(db, resources, '/resources')

  it('has four categories, and one of them an item', () => {
    for (const id of ['audio', 'visual', 'text', 'video']) expect(html).toContain(`<section id="${id}"`)
    expect(html.split('Coming Soon!')).toHaveLength(4)
    expect(html).toMatch(/<a [^>]*href="\/resources\/kdp-publishing-guide"[^>]*>KDP Publishing Guide<\/a>/)
    expect(existsSync(`public${kdpGuide.image}`)).toBe(true)
  })

  it('has a link to suggest another', () => {
    expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>Suggest a Resource<\/a>/)
  })
})

describe('the guide', async () => {
  const { html } = await openPage(db, guide, kdpGuide.url)

  it('links each section from the table of contents', () => {
    expect(kdpGuide.sections).toHaveLength(10)
    for (const { id } of kdpGuide.sections) {
      expect(html).toContain(`href="#${id}"`)
      expect(html.split(`id="${id}"`)).toHaveLength(2)
    }
  })

  it.each(['2560 x 1600 pixels', '70% royalty for prices from $2.99 to $9.99', '24 to 72 hours'])(
    'contains %s',
    (figure) => expect(html).toContain(figure),
  )

  it('shows the cover, the plot and the table of royalties', () => {
    expect(html).not.toMatch(/<[a-z]+-[a-z]+ \/>/)
    expect(html).toContain('One cover, four sizes')
    expect(html).toContain('role="img" aria-labelledby="plot-title"')
    expect(html).toMatch(/<th scope="row">\$9\.99<\/th><td>70%<\/td><td>\$6\.89<\/td>/)
  })

  it('announces related guides', () => {
    expect(html.split('Coming soon')).toHaveLength(4)
  })
})
