import { useState } from 'react'
import { useVisit } from '#app/ui/browser/visit.ts'

/** What is open in a dialog over a list. Actions that reload the page leave it open; the next navigation closes it. */
export function useOpened<Opened>() {
  const visit = useVisit()
  const [last, setLast] = useState<{ opened: Opened; visit: string } | null>(null)
  return {
    opened: last?.visit === visit ? last.opened : null,
    open: (opened: Opened) => setLast({ opened, visit }),
    close: () => setLast(null),
  }
}
