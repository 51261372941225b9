import { useEffect, useRef, useState } from 'react'
import { type Fetcher, useActionData, useLocation, useRevalidator } from 'react-router'
import { showToast } from '#app/ui/messages/toast.tsx'
import { signedOutMessage } from './refusals.ts'
import type { Failure } from './submit.ts'

/** A form is pending only some time after it was sent. */
const shownWithinMs = 1_000

/** A form's `onSubmit`, which ignores further clicks while it waits for its answer. */
export function useSendOnce(pending: boolean): React.FormEventHandler<HTMLFormElement> {
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!pending) sentAt.current = Number.NEGATIVE_INFINITY
  }, [pending])
  return (event) => {
    if (pending || event.timeStamp - sentAt.current < shownWithinMs) event.preventDefault()
    else sentAt.current = event.timeStamp
  }
}

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

/** The answer to the page's form until another page is opened: the router forgets it when the page is loaded again. */
export function useLastAnswer<Data>(): Data | undefined {
  const { key } = useLocation()
  const answer = useActionData() as Data | undefined
  const [last, setLast] = useState({ answer, key })
  if (answer && answer !== last.answer) setLast({ answer, key })
  return answer ?? (last.key === key ? last.answer : undefined)
}

/**
 * After a refusal, loads the page and its open confirmation again: another administrator may have acted. Not when signed
 * out.
 */
export function useReloadAfterRefusal(failure: Failure | undefined) {
  const { revalidate } = useRevalidator()
  useEffect(() => {
    if (!failure || failure.unsent || failure.message === signedOutMessage) return
    revalidate()
  }, [failure, revalidate])
}

/** Shows a refusal as a toast, with Retry if `form` did not arrive, and loads the page again. */
export function useRefusalToast(
  failure: Failure | undefined,
  form?: React.RefObject<HTMLFormElement | null>,
) {
  useReloadAfterRefusal(failure)
  useEffect(() => {
    if (!failure) return
    const retry = { label: 'Retry', run: () => form?.current?.requestSubmit() }
    showToast(failure.message, 'bad', failure.unsent && form && retry)
  }, [failure, form])
}
