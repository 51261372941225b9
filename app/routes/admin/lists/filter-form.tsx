import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { Button, ButtonLink } from '#app/ui/controls/button.tsx'
import { queryOf } from './filters.ts'
import { useFiltering } from './use-filtering.ts'

interface Props {
  /** For fields elsewhere on the page that belong to this form, such as the search box. */
  id: string
  title: string
  /** The title is shown, where the form is a panel among others. */
  titled?: boolean
  applyLabel?: string
  /** The fields; each is named as its parameter in the address. */
  children: React.ReactNode
}

/** What a list is filtered by, all of it in the address: a plain GET form, which scripts only make quicker. */
export function FilterForm({ id, title, titled, applyLabel = 'Apply Filters', children }: Props) {
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { pending } = useFiltering()
  const form = useFollowingFields()
  const heading = useId()

  function apply(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    navigate(pathname + queryOf(new FormData(event.currentTarget)), { preventScrollReset: true })
  }

  return (
    <form
      ref={form}
      id={id}
      method="get"
      action={pathname}
      onSubmit={apply}
      aria-labelledby={heading}
      className="card filters"
    >
      <h2 id={heading} className={titled ? 'w-full text-card' : 'sr-only'}>
        {title}
      </h2>
      <div className="filter-fields">{children}</div>
      <div className="flex flex-wrap gap-3">
        <Button look="quiet" pending={pending}>
          {applyLabel}
        </Button>
        <ButtonLink to={pathname} look="quiet" preventScrollReset>
          Reset Filters
        </ButtonLink>
      </div>
    </form>
  )
}

/** Fields show what the address says, also after a step back, without losing the focus as new ones would. */
function useFollowingFields() {
  const form = useRef<HTMLFormElement>(null)
  const { search } = useLocation()
  const shown = useRef(search)
  useEffect(() => {
    // The page came with its fields, and what was chosen before scripts ran must stay.
    if (shown.current === search) return
    shown.current = search
    const params = new URLSearchParams(search)
    for (const field of form.current?.querySelectorAll<HTMLInputElement | HTMLSelectElement>(
      'select, input:not([type="hidden"])',
    ) ?? []) {
      field.value = params.get(field.name) ?? ''
    }
  }, [search])
  return form
}
