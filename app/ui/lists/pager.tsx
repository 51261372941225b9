import { Suspense } from 'react'
import { lazyPart } from '../browser/lazy-part.ts'
import type { PagerProps } from './page-links.tsx'

const PageLinks = lazyPart(() => import('./page-links.tsx'), 'PageLinks')

/** Links to the pages of a list; nothing for a single page. */
export function Pager(props: PagerProps) {
  if (props.last <= 1) return null
  return (
    <Suspense>
      <PageLinks {...props} />
    </Suspense>
  )
}
