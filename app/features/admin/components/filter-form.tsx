import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Field } from '#app/ui/field.tsx'
import { queryOf, ZONE } from './filters.ts'

const skeletonDelayMs = 200

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
        <Button variant="secondary" pending={pending}>
          {applyLabel}
        </Button>
        <ButtonLink to={pathname} variant="secondary" preventScrollReset>
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

/** Whether this list is being loaded with other filters, and whether that already takes a while. */
export function useFiltering(): { pending: boolean; slow: boolean } {
  const { pathname } = useLocation()
  const { state, location } = useNavigation()
  const pending = state === 'loading' && location.pathname === pathname
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!pending) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [pending])
  return { pending, slow: pending && slow }
}

/** A day to filter by; none is as good as any, so nothing says 'optional'. */
export function DateField({ label, ...input }: { label: string; name: string; defaultValue: string }) {
  return (
    <Field label={label} required>
      {(wiring) => (
        <input {...input} {...wiring} type="date" min="1900-01-01" max="2199-12-31" className="input" />
      )}
    </Field>
  )
}

/** Sends the zone of this browser's clock with the filters; without scripts days are those of UTC. */
export function ZoneField() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return <input type="hidden" name={ZONE} value={zone} />
}
