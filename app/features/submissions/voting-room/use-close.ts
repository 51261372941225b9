import { useEffect } from 'react'
import { useNavigate } from 'react-router'

/**
 * Leads back to the page that one came from, which keeps its scroll position, by a link to `fallback` and by Escape.
 * Steps replace each other in the history, so one step back leaves the room.
 */
export function useClose(fallback: string) {
  const navigate = useNavigate()
  useEffect(() => {
    function onKey(event: KeyboardEvent) {
      if (event.key !== 'Escape' || event.defaultPrevented) return
      if (document.querySelector('dialog[open], :popover-open')) return
      if (cameFromHere()) navigate(-1)
      else navigate(fallback)
    }
    document.addEventListener('keydown', onKey)
    return () => document.removeEventListener('keydown', onKey)
  }, [navigate, fallback])
  function onClick(event: React.MouseEvent) {
    if (event.metaKey || event.ctrlKey || event.shiftKey || !cameFromHere()) return
    event.preventDefault()
    navigate(-1)
  }
  return { to: fallback, onClick }
}

/** The router counts the pages that it has opened before this one in the tab. */
function cameFromHere(): boolean {
  return Boolean((history.state as { idx?: number } | null)?.idx)
}
