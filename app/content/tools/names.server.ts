import { z } from 'zod'
import * as literary from './literary-mastery.md'
import * as sonic from './sonic-creativity.md'
import * as video from './video-wizardry.md'
import * as visual from './visual-artistry.md'

const titles = z.object({ tools: z.array(z.object({ title: z.string() })) })

export const toolNames: readonly string[] = [visual, sonic, literary, video].flatMap(({ frontMatter }) =>
  titles.parse(frontMatter).tools.map(({ title }) => title),
)
