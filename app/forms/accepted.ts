import { useEffect, useState } from 'react'
import type { Fetcher } from 'react-router'

type Answer<Data> = Pick<Fetcher<Data>, 'state' | 'data'>

/** Calls `onAccepted` after the form of a fetcher was accepted: the redirect brings no data, a refusal does. */
export function useOnAccepted<Data>({ state, data }: Answer<Data>, onAccepted: (() => void) | undefined) {
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

/** What the last form of a fetcher was refused with: the fetcher itself keeps it when a later one is accepted. */
export function useRefusal<Data>({ state, data }: Answer<Data>): Answer<Data>['data'] {
  const [past, setPast] = useState<Answer<Data>['data']>()
  useOnAccepted({ state, data }, () => setPast(data))
  return data === past ? undefined : data
}
