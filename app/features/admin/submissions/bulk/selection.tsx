import { use, useEffect, useRef, useState } from 'react'
import { useFetcher, useLocation, useRouteLoaderData } from 'react-router'
import { useOnAccepted, useRefusalToast } from '#app/forms/life-cycle.ts'
import type { Failure } from '#app/forms/submit.ts'
import { ReasonField } from '#app/parts/fields/confirm-form.tsx'
import { Button, buttonClass } from '#app/ui/button.tsx'
import { Checkbox } from '#app/ui/fields/field.tsx'
import type { Toast } from '#app/ui/messages/toast.tsx'
import { chosenValue, MODERATION_MESSAGES } from '#domain/moderation/rules.ts'
import type { SubmissionRow } from '#domain/submissions/admin-list.server.ts'
import { RowActionsContext, useRowOutcome } from '../../list/row-outcome.ts'
import { SUBMISSIONS_PATH } from '../../paths.ts'

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

/** The form of the selected rows (ADM-71). It acts at once; the toast has the undo. */
export function SelectionBar({ count, of, selectAll }: Selection) {
  const { pathname, search } = useLocation()
  const { form, fetcher, isSending } = useJudging(() => selectAll(false))
  return (
    <fetcher.Form
      ref={form}
      id={FORM}
      method="post"
      action={`${SUBMISSIONS_PATH}/approve`}
      preventScrollReset
      aria-label="Selected submissions"
      className="mb-3 flex flex-wrap items-center gap-x-5 gap-y-2 sm:mb-4"
    >
      {/* The default button: Enter in a box judges nothing. */}
      <button
        type="submit"
        hidden
        formMethod="get"
        formAction={pathname}
        onClick={(event) => event.preventDefault()}
      />
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
      <div
        data-action-bar={count > 0 ? 'form' : undefined}
        className={`group/bar flex flex-wrap gap-2.5 ${count > 0 ? PHONE_BAR : 'phone:hidden phone:noscript:flex'}`}
      >
        <Button
          variant="secondary"
          size="small"
          pending={isSending}
          className="group-has-[details[open]]/bar:hidden"
        >
          Approve selected
        </Button>
        <details className="group/reason open:w-full sm:open:max-w-160">
          <summary
            className={buttonClass({
              variant: 'secondary',
              size: 'small',
              className: 'group-open/reason:mb-3',
            })}
          >
            <span className="group-open/reason:hidden">Reject selected</span>
            <span className="hidden group-open/reason:inline">Cancel</span>
          </summary>
          <ReasonField rows={2} fallback={MODERATION_MESSAGES.defaultReason} readers="The authors read it." />
          <Button
            variant="danger"
            size="small"
            pending={isSending}
            formAction={`${SUBMISSIONS_PATH}/reject`}
            className="mt-3"
          >
            Reject selected
          </Button>
        </details>
      </div>
    </fetcher.Form>
  )
}

/**
 * On phones within reach of a thumb, so that no row moves when a box is checked. The page keeps room for it, so large
 * text does not enlarge it.
 */
const PHONE_BAR =
  'phone:fixed phone:inset-x-0 phone:bottom-0 phone:z-30 phone:border-t phone:border-line phone:bg-ground-2 phone:max-h-(--action-bar) phone:overflow-y-auto phone:overscroll-contain phone:px-[min(1.25rem,6vw)] phone:pt-[min(0.75rem,3vw)] phone:pb-[calc(min(0.75rem,3vw)+env(safe-area-inset-bottom))] phone:not-has-[details[open]]:h-(--action-bar) phone:not-has-[details[open]]:flex-nowrap phone:not-has-[details[open]]:items-center phone:not-has-[details[open]]:[&_:is(button,summary)]:min-h-[min(2.375rem,12vw)] phone:not-has-[details[open]]:[&_:is(button,summary)]:py-0 phone:not-has-[details[open]]:[&_:is(button,summary)]:px-[min(0.875rem,3vw)] phone:not-has-[details[open]]:[&_:is(button,summary)]:text-[length:min(0.875rem,3.9vw)]'

/** Sends the form, shows a refusal as a toast, and remembers what was done to which rows: what the new toast can undo. */
function useJudging(onAccepted: () => void) {
  const fetcher = useFetcher<Failure>()
  const { state, data } = fetcher
  const { remember } = use(RowActionsContext)
  const toasts = useRouteLoaderData<{ toasts: Toast[] }>('root')?.toasts
  const form = useRef<HTMLFormElement>(null)
  useOnAccepted({ state, data }, () => {
    const { chosen, judgement } = toasts?.findLast(({ form }) => form)?.form?.fields ?? {}
    for (const value of chosen?.split(' ') ?? []) {
      const [id = ''] = value.split(':')
      remember(id, judgement === 'rejected' ? 'reject' : 'approve')
    }
    onAccepted()
    form.current?.reset()
    const details = form.current?.querySelector('details')
    if (details) details.open = false
  })
  useRefusalToast(data)
  return { form, fetcher, isSending: state !== 'idle' }
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
      label={
        <span className="sr-only">
          Select <bdi>{title}</bdi>
        </span>
      }
      className="-mr-3 flex-none"
    />
  )
}
