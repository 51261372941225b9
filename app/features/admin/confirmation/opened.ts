import { useEffect, useState } from 'react'
import type { Fetcher } from 'react-router'
import { useVisit } from '#app/ui/kept-rows.tsx'

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

/** Calls `onAccepted` after the form of a fetcher was accepted: the redirect brings no data, a refusal does. */
export function useOnAccepted(
  { state, data }: Pick<Fetcher, 'state' | 'data'>,
  onAccepted: (() => void) | undefined,
) {
  const [idle, setIdle] = useState({ data, isSending: false, isAccepted: false })
  if (state !== 'idle' && !idle.isSending) setIdle({ ...idle, isSending: true })
  if (state === 'idle' && idle.isSending) {
    setIdle({ data, isSending: false, isAccepted: data === idle.data })
  }
  useEffect(() => {
    if (!idle.isAccepted) return
    setIdle({ ...idle, isAccepted: false })
    onAccepted?.()
  })
}
