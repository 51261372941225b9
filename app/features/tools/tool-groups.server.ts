import { z } from 'zod'
import * as literary from '#app/content/tools/literary-mastery.md'
import * as sonic from '#app/content/tools/sonic-creativity.md'
import * as video from '#app/content/tools/video-wizardry.md'
import * as visual from '#app/content/tools/visual-artistry.md'
import { KINDS } from '#domain/challenges/rules.ts'

// Each theme is a class in tokens.css.
const themes = ['sonic', 'visual', 'literary', 'video'] as const
const accents = ['indigo', 'lagoon', 'wisteria', 'plum', 'pine', 'moss', 'ochre', 'chestnut'] as const

const frontMatter = z.strictObject({
  id: z.string(),
  title: z.string(),
  intro: z.string(),
  kind: z.enum(KINDS),
  theme: z.enum(themes),
  coach: z.strictObject({
    name: z.string(),
    about: z.string(),
    portrait: z.string(),
  }),
  tools: z.array(
    z.strictObject({
      title: z.string(),
      makes: z.string(),
      description: z.string(),
      quote: z.string(),
      image: z.string(),
      accent: z.enum(accents),
      url: z.url(),
    }),
  ),
})

export type ToolGroup = z.infer<typeof frontMatter>
export type Coach = ToolGroup['coach']
export type Tool = ToolGroup['tools'][number]

/** The four groups of the tools page (CONT-1). */
export const toolGroups: readonly ToolGroup[] = [sonic, visual, literary, video].map((document) =>
  frontMatter.parse(document.frontMatter),
)
