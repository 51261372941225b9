import { renderToStaticMarkup } from 'react-dom/server'
import { z } from 'zod'
import { fillSections } from '#app/content/fill-sections.server.tsx'
import * as kdpGuideDocument from '#app/content/kdp-guide.md'
import * as resourcesDocument from '#app/content/resources.md'
import { KINDS } from '#domain/challenges/rules.ts'
import { CoverFigure } from './cover-figure.server.tsx'
import { RoyaltyPlot, RoyaltyTable } from './royalty.server.tsx'

const guideFrontMatter = z.strictObject({
  title: z.string(),
  summary: z.string(),
  url: z.string(),
  category: z.string(),
  type: z.enum(['Tutorial', 'Guide']),
  minutes: z.number(),
  image: z.string(),
  teaser: z.string(),
  facts: z.array(z.strictObject({ name: z.string(), value: z.string(), note: z.string() })),
  related: z.array(z.strictObject({ title: z.string(), text: z.string() })),
})

const resourcesFrontMatter = z.strictObject({
  categories: z.array(
    z.strictObject({
      id: z.string(),
      title: z.string(),
      description: z.string(),
      kind: z.enum(KINDS),
      theme: z.enum(['sonic', 'visual', 'literary', 'video']),
    }),
  ),
})

const guide = guideFrontMatter.parse(kdpGuideDocument.frontMatter)

/** The KDP Publishing Guide (CONT-8). */
export const kdpGuide = {
  ...guide,
  sections: fillSections(kdpGuideDocument.sections, {
    components: {
      'cover-figure': renderToStaticMarkup(<CoverFigure image={guide.image} title={guide.title} />),
      'royalty-plot': renderToStaticMarkup(<RoyaltyPlot />),
      'royalty-table': renderToStaticMarkup(<RoyaltyTable />),
    },
  }),
}

export type Guide = typeof kdpGuide

/** The categories of the resources page, each with its guides (CONT-4, CONT-5). */
export const resourceCategories = resourcesFrontMatter
  .parse(resourcesDocument.frontMatter)
  .categories.map((category) => ({ ...category, guides: category.id === guide.category ? [guide] : [] }))

export type ResourceCategory = (typeof resourceCategories)[number]
