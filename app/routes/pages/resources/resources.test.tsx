import { existsSync } from 'node:fs'
import { renderToStaticMarkup } from 'react-dom/server'
import { createRoutesStub } from 'react-router'
import { describe, expect, it } from 'vitest'
import { Article } from '../article/article.tsx'
import { written } from '../article/writing.server.ts'
import { Facts, Related } from './kdp-guide/frame.tsx'
import { GUIDE } from './kdp-guide/guide.ts'
import { GUIDE_SECTIONS } from './kdp-guide/sections.server.ts'
import Resources from './resources.tsx'

const house = { productName: 'Creative Dojo', contactEmail: null, signInProvider: null }

describe('the resources page', () => {
  const html = shown(<Resources />)

  it('has four categories, and one of them an item', () => {
    for (const id of ['audio', 'visual', 'text', 'video']) expect(html).toContain(`<section id="${id}"`)
    expect(html.split('Coming Soon!')).toHaveLength(4)
    expect(html).toMatch(/<a [^>]*href="\/resources\/kdp-publishing-guide"[^>]*>KDP Publishing Guide<\/a>/)
    expect(existsSync(`public${GUIDE.imageUrl}`)).toBe(true)
  })

  it('lets everybody suggest another', () => {
    expect(html).toMatch(/<a [^>]*href="\/contact"[^>]*>Suggest a Resource<\/a>/)
  })
})

describe('the guide', () => {
  const html = shown(
    <>
      <Facts />
      <Article sections={written(GUIDE_SECTIONS, house)} closing={<Related />} />
    </>,
  )

  it('has a contents list that leads to each part', () => {
    for (const { id } of GUIDE_SECTIONS) {
      expect(html).toContain(`href="#${id}"`)
      expect(html.split(`id="${id}"`)).toHaveLength(2)
    }
  })

  it.each(['2560 x 1600 pixels', '70% royalty for prices from $2.99 to $9.99', '24 to 72 hours'])(
    'tells that it is %s',
    (figure) => expect(html).toContain(figure),
  )

  it('announces related guides', () => {
    expect(html.split('Coming soon')).toHaveLength(4)
  })
})

function shown(page: React.ReactElement): string {
  const Page = createRoutesStub([{ path: '/', Component: () => page }])
  return renderToStaticMarkup(<Page initialEntries={['/']} />)
}
