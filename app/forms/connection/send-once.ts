import { useEffect, useRef } from 'react'
import { isFormWaiting, onLostForm } from './route-modules.ts'

/** It is pending only some time after it was sent. */
const shownWithinMs = 1_000
const longAgo = Number.NEGATIVE_INFINITY

/** A form's `onSubmit`, which ignores further clicks while it waits for its scripts or its answer. */
export function useSendOnce(pending: boolean): React.FormEventHandler<HTMLFormElement> {
  const sentAt = useRef(longAgo)
  const forget = useRef(() => {
    sentAt.current = longAgo
  })
  useEffect(() => {
    if (!pending) forget.current()
  }, [pending])
  // Without its scripts it is never pending.
  useEffect(() => onLostForm(forget.current), [])
  return (event) => {
    const wasSentNow = event.timeStamp - sentAt.current < shownWithinMs
    if (pending || wasSentNow || isFormWaiting(event.currentTarget.action)) event.preventDefault()
    else sentAt.current = event.timeStamp
  }
}
