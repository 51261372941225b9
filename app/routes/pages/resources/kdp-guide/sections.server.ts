import type { Section } from '../../article/writing.server.ts'
import { cover, manuscript } from './make.server.tsx'
import { after, checklist, publish } from './release.server.tsx'
import { metadata, price } from './sell.server.tsx'
import { beforeYouBegin, honesty, whatItIs } from './start.server.tsx'

/** The KDP Publishing Guide from top to bottom (CONT-8). */
export const GUIDE_SECTIONS: readonly Section[] = [
  whatItIs,
  beforeYouBegin,
  honesty,
  manuscript,
  cover,
  metadata,
  price,
  publish,
  after,
  checklist,
]
