import { useEffect, useId, useRef, useState } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { ChipLink } from '#app/ui/badge.tsx'
import { isRedirected } from '#app/ui/browser/visit.ts'
import { Button, ButtonLink, buttonClass } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Field } from '#app/ui/fields/field.tsx'
import { Input } from '#app/ui/fields/input.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatTime } from '#platform/text/dates.ts'
import { queryOf, queryWith, ZONE } from './filters.ts'

const skeletonDelayMs = 200

interface AppliedFilter {
  /** The query parameter. */
  name: string
  label: string
}

interface Props {
  /** For fields outside the form element, such as the search box. */
  id: string
  title: string
  titled?: boolean
  applyLabel?: string
  /** The applied filters, which phones show as chips. */
  applied: readonly AppliedFilter[]
  /** The fields, each named like its query parameter. */
  children: React.ReactNode
}

/** The filters of a list, as a GET form: the state is in the URL. Phones fold them behind a button. */
export function FilterForm(props: Props) {
  const { id, title, titled, applyLabel = 'Apply Filters', applied, children } = props
  const { pathname } = useLocation()
  const navigate = useNavigate()
  const { pending } = useFiltering()
  const form = useFollowingFields()
  const heading = useId()

  function apply(event: React.FormEvent<HTMLFormElement>) {
    event.preventDefault()
    closeFolded(event.currentTarget)
    navigate(pathname + queryOf(new FormData(event.currentTarget)), { preventScrollReset: true })
  }

  return (
    <div className="flex flex-wrap items-start gap-2">
      <details
        // Browsers that cannot show the content of a closed disclosure keep the button on wide screens too.
        className="group/filters open:w-full sm:w-full sm:details-content:[content-visibility:visible]"
      >
        <summary
          className={buttonClass({
            variant: 'secondary',
            className: 'sm:supports-[selector(::details-content)]:hidden',
          })}
        >
          Filters{' '}
          {applied.length > 0 && (
            <span className="grid size-5.5 place-items-center rounded-full bg-ink text-small text-ground">
              {applied.length}
            </span>
          )}
          <Icon name="down" className="size-4 group-open/filters:rotate-180" />
        </summary>
        <Card
          as="form"
          flush
          ref={form}
          id={id}
          method="get"
          action={pathname}
          onSubmit={apply}
          aria-labelledby={heading}
          className="flex flex-wrap items-end gap-4 px-6 py-5 max-sm:mt-3"
        >
          <h2 id={heading} className={titled ? 'w-full text-card' : 'sr-only'}>
            {title}
          </h2>
          <div className="grid flex-[1_1_20rem] has-[>:nth-child(5)]:basis-full grid-cols-[repeat(auto-fit,minmax(min(11rem,100%),1fr))] gap-4">
            {children}
          </div>
          <div className="flex flex-wrap gap-3 sm:ml-auto">
            <Button variant="secondary" pending={pending}>
              {applyLabel}
            </Button>
            <ButtonLink to={pathname} variant="secondary" preventScrollReset>
              Reset Filters
            </ButtonLink>
          </div>
        </Card>
      </details>
      <AppliedChips applied={applied} />
    </div>
  )
}

function closeFolded(form: HTMLFormElement): void {
  const details = form.closest('details')
  if (details) details.open = false
}

/** Each removes its filter. Wide screens show the fields instead. */
function AppliedChips({ applied }: { applied: readonly AppliedFilter[] }) {
  const { pathname, search } = useLocation()
  if (applied.length === 0) return null
  return (
    <ul aria-label="Applied filters" className="flex min-h-11 min-w-0 flex-wrap items-center gap-2 sm:hidden">
      {applied.map(({ name, label }) => (
        <li key={name} className="max-w-full">
          <ChipLink
            to={pathname + queryWith(search, name, '')}
            preventScrollReset
            className="gap-1.5 min-h-8!"
          >
            <span className="sr-only">Remove the filter</span>
            <span className="truncate">{label}</span>
            <Icon name="close" className="size-3.5" />
          </ChipLink>
        </li>
      ))}
    </ul>
  )
}

/** The applied ones of filters that are a choice of options. */
export function appliedChoices(
  params: URLSearchParams,
  filters: Record<string, readonly { value: string; label: string }[]>,
): AppliedFilter[] {
  return Object.entries(filters).flatMap(([name, options]) => {
    const chosen = options.find(({ value }) => value !== '' && value === params.get(name))
    return chosen ? [{ name, label: chosen.label }] : []
  })
}

/** The applied ones of date filters, by their labels: 'From Nov 20, 2026'. */
export function appliedDates(params: URLSearchParams, labels: Record<string, string>): AppliedFilter[] {
  return Object.entries(labels).flatMap(([name, label]) => {
    const day = new Date(params.get(name) || Number.NaN)
    return Number.isNaN(day.getTime()) ? [] : [{ name, label: `${label} ${formatTime(day, 'short', 'UTC')}` }]
  })
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
