import { useLayoutEffect } from 'react'
import { useNavigate } from 'react-router'
import { IconLink } from '#app/ui/button.tsx'
import { Icon } from '#app/ui/icon.tsx'

const STORED = 'search-key'

/** Whether the key '/' opens the search in this browser. */
export function hasSearchKey(): boolean {
  try {
    return localStorage.getItem(STORED) !== 'off'
  } catch {
    return true
  }
}

export function chooseSearchKey(isOn: boolean): void {
  try {
    localStorage.setItem(STORED, isOn ? 'on' : 'off')
  } catch {}
}

/** The link of the header to the search. The key '/' opens it or focuses its field, unless the member types or has turned it off. */
export function SearchLink({ className }: { className?: string }) {
  const navigate = useNavigate()
  // With the hydration of the page, and not some time after it.
  useLayoutEffect(() => {
    function onKeyDown(event: KeyboardEvent) {
      const { key, ctrlKey, metaKey, altKey, target } = event
      if (key !== '/' || ctrlKey || metaKey || altKey || !hasSearchKey()) return
      if ((target as Element).closest('input, textarea, select, dialog')) return
      event.preventDefault()
      const field = document.getElementById('search')
      if (field) field.focus()
      else navigate('/search')
    }
    document.addEventListener('keydown', onKeyDown)
    return () => document.removeEventListener('keydown', onKeyDown)
  }, [navigate])
  return (
    <IconLink to="/search" label="Search" className={className}>
      <Icon name="search" className="size-5.5" />
    </IconLink>
  )
}
