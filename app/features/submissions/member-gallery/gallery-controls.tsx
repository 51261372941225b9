import { Form, useNavigate, useNavigation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dropdown } from '#app/ui/fields/input.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { SortChoice } from '../sort-choice.tsx'
import { type MemberGalleryParams, memberGalleryPath, toolIn, VIEWS } from './member-gallery-params.ts'

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
      <ToolFilter filters={filters} tools={tools} />
      <div className="shrink-0 sm:ml-auto">
        <Segmented label="View" segments={views} />
      </div>
    </div>
  )
}

/** A choice applies at once; without scripts, by a button. */
function ToolFilter({ filters, tools }: { filters: MemberGalleryParams; tools: readonly string[] }) {
  const navigate = useNavigate()
  const { location } = useNavigation()
  const selectedTool =
    location?.pathname === filters.path ? toolIn(new URLSearchParams(location.search)) : filters.tool
  const selected = (selectedTool ?? '').toLowerCase()
  // The URL may name a tool that no submission uses.
  const choices = selected === '' || tools.includes(selected) ? tools : [...tools, selected]
  function choose(event: React.ChangeEvent<HTMLSelectElement>) {
    const path = memberGalleryPath({ ...filters, tool: event.target.value || null, page: 1 })
    navigate(path, { preventScrollReset: true })
  }
  return (
    <Form
      method="get"
      action={filters.path}
      preventScrollReset
      className="flex min-w-0 items-center gap-2 max-sm:flex-1 max-sm:basis-32"
    >
      <input type="hidden" name="sort" value={filters.sort} />
      <input type="hidden" name="view" value={filters.view} />
      <label htmlFor="tool" className="sr-only">
        AI tool
      </label>
      <Dropdown compact id="tool" name="tool" value={selected} onChange={choose}>
        <option value="">All Tools</option>
        {choices.map((tool) => (
          <option key={tool} value={tool}>
            {capitalised(tool)}
          </option>
        ))}
      </Dropdown>
      <noscript>
        <Button variant="secondary" size="small">
          Apply
        </Button>
      </noscript>
    </Form>
  )
}

/** 'stable diffusion' as 'Stable Diffusion' */
function capitalised(tool: string): string {
  return tool.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase())
}
