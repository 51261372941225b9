import { Suspense } from 'react'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { Segmented } from '#app/ui/lists/segmented.tsx'
import { SortChoice } from '../sort-choice.tsx'
import { type MemberGalleryParams, memberGalleryPath, VIEWS } from './member-gallery-params.ts'

const ToolFilter = lazyPart(() => import('./tool-filter.tsx'), 'ToolFilter')

/** Order, AI tool and view; all are URL parameters and work without scripts. */
export function GalleryControls({
  filters,
  tools,
}: {
  filters: MemberGalleryParams
  tools: readonly string[]
}) {
  const views = VIEWS.map((view) => ({
    to: memberGalleryPath({ ...filters, view }),
    label: view === 'grid' ? 'Grid' : 'List',
    icon: view,
    current: view === filters.view,
  }))
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <SortChoice current={filters.sort} to={(sort) => memberGalleryPath({ ...filters, sort, page: 1 })} />
      <Suspense fallback={<div className="min-h-10 max-sm:flex-1 max-sm:basis-32" />}>
        <ToolFilter filters={filters} tools={tools} />
      </Suspense>
      <div className="shrink-0 sm:ml-auto">
        <Segmented label="View" segments={views} />
      </div>
    </div>
  )
}
