import { useEffect, useId, useRef } from 'react'
import { useLocation, useNavigate, useNavigation } from 'react-router'
import { Spinner } from '#app/ui/controls/spinner.tsx'
import { Icon } from '#app/ui/icons/icon.tsx'
import { queryWith } from './filters.ts'
import { useFiltering } from './use-filtering.ts'

interface Props {
  label: string
  placeholder: string
  /** The id of the filters' form, with which it is sent where there are no scripts. */
  form: string
}

const debounceMs = 500

/** Searches a list while one types; the other filters stay as they are applied. */
export function SearchBox({ label, placeholder, form }: Props) {
  const id = useId()
  const { pending } = useFiltering()
  const search = useSearch()
  return (
    <search className="list-search">
      <label htmlFor={id} className="sr-only">
        {label}
      </label>
      {pending ? <Spinner size="sm" /> : <Icon name="search" className="size-4" />}
      <input
        {...search}
        id={id}
        form={form}
        type="search"
        name="search"
        maxLength={100}
        placeholder={placeholder}
        autoComplete="off"
        enterKeyHint="search"
        className="input"
      />
    </search>
  )
}

function useSearch() {
  const input = useRef<HTMLInputElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  const navigate = useNavigate()
  const { pathname, search } = useLocation()
  const applied = new URLSearchParams(search).get('search') ?? ''
  const { location } = useNavigation()
  const leaving = location !== undefined && location.pathname !== pathname
  useEffect(() => {
    if (leaving) clearTimeout(timer.current)
    return () => clearTimeout(timer.current)
  }, [leaving])
  useEffect(() => {
    const box = input.current
    if (box && document.activeElement !== box) box.value = applied
  }, [applied])

  function apply() {
    const wanted = input.current?.value ?? ''
    if (wanted.trim() === applied) return
    navigate(pathname + queryWith(window.location.search, 'search', wanted), {
      replace: true,
      preventScrollReset: true,
    })
  }

  return {
    ref: input,
    defaultValue: applied,
    onChange() {
      clearTimeout(timer.current)
      timer.current = setTimeout(apply, debounceMs)
    },
    // Enter sends the form, this box with it.
    onKeyDown(event: React.KeyboardEvent) {
      if (event.key === 'Enter') clearTimeout(timer.current)
    },
  }
}
