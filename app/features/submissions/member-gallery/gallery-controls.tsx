import { Form, useNavigate, useNavigation } from 'react-router'
import { Segmented } from '#app/ui/segmented.tsx'
import { SortChoice } from '../sort-choice.tsx'
import { type MemberGalleryParams, memberGalleryPath, toolIn, VIEWS } from './gallery-params.ts'

/** Order, AI tool, grid or list: each in the address, none of them needs scripts. */
export function GalleryControls({ asked, tools }: { asked: MemberGalleryParams; tools: readonly string[] }) {
  const views = VIEWS.map((view) => ({
    to: memberGalleryPath({ ...asked, view }),
    label: view === 'grid' ? 'Grid' : 'List',
    icon: view,
    current: view === asked.view,
  }))
  return (
    <div className="mb-6 flex flex-wrap items-center gap-3">
      <SortChoice current={asked.sort} to={(sort) => memberGalleryPath({ ...asked, sort, page: 1 })} />
      <ToolFilter asked={asked} tools={tools} />
      <div className="shrink-0 sm:ml-auto">
        <Segmented label="View" segments={views} />
      </div>
    </div>
  )
}

/** One AI tool or all of them: a choice takes effect at once, without scripts by its button. */
function ToolFilter({ asked, tools }: { asked: MemberGalleryParams; tools: readonly string[] }) {
  const navigate = useNavigate()
  const { location } = useNavigation()
  const soon = location?.pathname === asked.path ? toolIn(new URLSearchParams(location.search)) : asked.tool
  function choose(event: React.ChangeEvent<HTMLSelectElement>) {
    const chosen = memberGalleryPath({ ...asked, tool: event.target.value || null, page: 1 })
    navigate(chosen, { preventScrollReset: true })
  }
  return (
    <Form
      method="get"
      action={asked.path}
      preventScrollReset
      className="flex min-w-0 items-center gap-2 max-sm:flex-1 max-sm:basis-32"
    >
      <input type="hidden" name="sort" value={asked.sort} />
      <input type="hidden" name="view" value={asked.view} />
      <label htmlFor="tool" className="sr-only">
        AI tool
      </label>
      <select
        id="tool"
        name="tool"
        className="input input-compact max-sm:w-full"
        value={soon ?? ''}
        onChange={choose}
      >
        <option value="">All Tools</option>
        {choices(tools, soon).map((tool) => (
          <option key={tool} value={tool}>
            {capitalised(tool)}
          </option>
        ))}
      </select>
      <button type="submit" className="button button-secondary button-small hidden noscript:inline-flex">
        Apply
      </button>
    </Form>
  )
}

/** The address may name a tool that no entry was made with. */
function choices(tools: readonly string[], chosen: string | null): readonly string[] {
  return chosen === null || tools.includes(chosen) ? tools : [...tools, chosen]
}

/** 'stable diffusion' as 'Stable Diffusion' */
function capitalised(tool: string): string {
  return tool.replace(/(^|\s)\p{Ll}/gu, (start) => start.toUpperCase())
}
