import { Segmented } from '#app/ui/controls/segmented.tsx'
import { SortChoice } from '../sort-choice.tsx'
import { type MemberAddress, memberPath, VIEWS } from './address.ts'
import { ToolFilter } from './tool-filter.tsx'

/** Order, AI tool, grid or list: each in the address, none of them needs scripts. */
export function GalleryControls({ asked, tools }: { asked: MemberAddress; tools: readonly string[] }) {
  const views = VIEWS.map((view) => ({
    to: memberPath({ ...asked, view }),
    label: view === 'grid' ? 'Grid' : 'List',
    icon: view,
    current: view === asked.view,
  }))
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <SortChoice current={asked.sort} to={(sort) => memberPath({ ...asked, sort, page: 1 })} />
      <ToolFilter asked={asked} tools={tools} />
      <div className="shrink-0 sm:ml-auto">
        <Segmented label="View" segments={views} />
      </div>
    </div>
  )
}
