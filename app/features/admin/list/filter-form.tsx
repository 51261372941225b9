import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Input } from '#app/ui/fields/input.tsx'
import { isRedirected } from '#app/ui/kept-rows.tsx'
import { queryOf, ZONE } from './filters.ts'

const skeletonDelayMs = 200

interface Props {
  /** For fields outside the form element, such as the search box. */
  id: string
  title: string
  titled?: boolean
  applyLabel?: string
  /** The fields, each named like its query parameter. */
  children: React.ReactNode
}

/** The filters of a list, as a GET form: the state is in the URL. */
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
    <Card
      as="form"
      flush
      ref={form}
      id={id}
      method="get"
      action={pathname}
      onSubmit={apply}
      aria-labelledby={heading}
      className="flex flex-wrap items-end gap-4 px-6 py-5"
    >
      <h2 id={heading} className={titled ? 'w-full text-card' : 'sr-only'}>
        {title}
      </h2>
      <div className="grid flex-[1_1_20rem] grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
        {children}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button variant="secondary" pending={pending}>
          {applyLabel}
        </Button>
        <ButtonLink to={pathname} variant="secondary" preventScrollReset>
          Reset Filters
        </ButtonLink>
      </div>
    </Card>
  )
}

/** Sets the fields to the URL's values after navigation, without remounting them, which would lose the focus. */
function useFollowingFields() {
  const form = useRef<HTMLFormElement>(null)
  const { search } = useLocation()
  const shown = useRef(search)
  useEffect(() => {
    // Skip the first run: choices made before hydration must stay.
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

/** Whether the list is loading with other filters, and whether it has been loading for a while. Not after an action. */
export function useFiltering(): { pending: boolean; slow: boolean } {
  const { pathname, search } = useLocation()
  const { state, location } = useNavigation()
  const pending =
    state === 'loading' &&
    location.pathname === pathname &&
    !(isRedirected(location) && location.search === search)
  const [slow, setSlow] = useState(false)
  useEffect(() => {
    if (!pending) return setSlow(false)
    const timer = setTimeout(() => setSlow(true), skeletonDelayMs)
    return () => clearTimeout(timer)
  }, [pending])
  return { pending, slow: pending && slow }
}

export function DateField({ label, ...input }: { label: string; name: string; defaultValue: string }) {
  return (
    <Field label={label} required>
      {(wiring) => <Input {...input} {...wiring} type="date" min="1900-01-01" max="2199-12-31" />}
    </Field>
  )
}

/** Sends the browser's time zone with the filters; without scripts, days are in UTC. */
export function ZoneField() {
  const [zone, setZone] = useState('')
  useEffect(() => setZone(Intl.DateTimeFormat().resolvedOptions().timeZone), [])
  return <input type="hidden" name={ZONE} value={zone} />
}
