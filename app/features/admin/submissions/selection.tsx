import { useEffect, useRef, useState } from 'react'
import { Form, useLocation } from 'react-router'
import { Button } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/fields/checkbox.tsx'
import { chosenValue } from '#domain/moderation/rules.ts'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { useRowOutcome } from '../list/row-outcome.ts'
import { SUBMISSIONS_PATH } from '../paths.ts'

const FORM = 'selection'
const BOXES = 'input[name="chosen"]'

/** Which boxes of the list are checked. The boxes hold the state, so that choices from before hydration count. */
export function useSelection() {
  const region = useRef<HTMLDivElement>(null)
  const [{ count, of }, setCounts] = useState({ count: 0, of: 0 })
  function boxes() {
    return [...(region.current?.querySelectorAll<HTMLInputElement>(BOXES) ?? [])]
  }
  function recount() {
    const all = boxes()
    const checked = all.filter((box) => box.checked).length
    setCounts((last) =>
      last.count === checked && last.of === all.length ? last : { count: checked, of: all.length },
    )
  }
  // The rows may have changed.
  useEffect(recount)
  function selectAll(isSelected: boolean) {
    for (const box of boxes()) box.checked = isSelected
    recount()
  }
  return { region, recount, count, of, selectAll }
}

type Selection = Pick<ReturnType<typeof useSelection>, 'count' | 'of' | 'selectAll'>

/** The form of the selected rows (ADM-71). It opens the confirmation, which has the action. */
export function SelectionBar({ count, of, selectAll }: Selection) {
  const { pathname, search } = useLocation()
  return (
    <Form
      id={FORM}
      method="get"
      action={`${SUBMISSIONS_PATH}/approve`}
      aria-label="Selected submissions"
      className="mb-4 flex flex-wrap items-center gap-x-5 gap-y-2.5"
    >
      <input type="hidden" name="returnTo" value={pathname + search} />
      <Checkbox
        label="Select all on this page"
        className="noscript:hidden"
        checked={count > 0 && count === of}
        onChange={({ currentTarget }) => selectAll(currentTarget.checked)}
      />
      <p role="status" className="min-w-20 text-small text-muted tabular-nums noscript:hidden">
        {count} selected
      </p>
      <div className="flex flex-wrap gap-2.5">
        <Button variant="secondary" size="small">
          Approve selected
        </Button>
        <Button variant="secondary" size="small" formAction={`${SUBMISSIONS_PATH}/reject`}>
          Reject selected
        </Button>
      </div>
    </Form>
  )
}

/** The box of a row, or its place if the row cannot be judged. */
export function SelectionBox({ row }: { row: SubmissionRow }) {
  const { gone } = useRowOutcome(row.id)
  const { id, version, status, title } = row
  if (status === 'rejected' || gone) return <span className="w-5 flex-none" />
  return (
    <Checkbox
      form={FORM}
      name="chosen"
      value={chosenValue({ id, version, seen: status })}
      label={<span className="sr-only">Select {title}</span>}
      className="-mr-3 flex-none"
    />
  )
}
