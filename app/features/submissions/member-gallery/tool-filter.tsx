import { useState } from 'react'
import { Form, useNavigate } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Dropdown } from '#app/ui/fields/input.tsx'
import { type MemberGalleryParams, memberGalleryPath } from './member-gallery-params.ts'

/** A choice applies at once; without scripts, by a button. */
export function ToolFilter({ filters, tools }: { filters: MemberGalleryParams; tools: readonly string[] }) {
  const navigate = useNavigate()
  const selected = (filters.tool ?? '').toLowerCase()
  // A choice is shown until the next page is there, in the same field: another would lose the focus.
  const [shown, setShown] = useState({ filters, choice: selected })
  if (shown.filters !== filters) setShown({ filters, choice: selected })
  // The URL may name a tool that no submission uses.
  const choices = selected === '' || tools.includes(selected) ? tools : [...tools, selected]
  function choose(event: React.ChangeEvent<HTMLSelectElement>) {
    const choice = event.target.value
    setShown({ filters, choice })
    navigate(memberGalleryPath({ ...filters, tool: choice || null, page: 1 }), { preventScrollReset: true })
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
      <Dropdown compact id="tool" name="tool" value={shown.choice} onChange={choose}>
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
