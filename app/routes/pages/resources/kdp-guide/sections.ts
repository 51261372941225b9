import type { ArticleSection } from '../../article/article.tsx'
import { cover, manuscript } from './make.tsx'
import { after, checklist, publish } from './release.tsx'
import { metadata, price } from './sell.tsx'
import { beforeYouBegin, honesty, whatItIs } from './start.tsx'

/** The KDP Publishing Guide from top to bottom (public §2, Resources). */
export const GUIDE_SECTIONS: readonly ArticleSection[] = [
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
