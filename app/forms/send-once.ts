import { useEffect, useRef } from 'react'

/** It is pending only some time after it was sent. */
const shownWithinMs = 1_000

/** A form's `onSubmit`, which ignores further clicks while it waits for its answer. */
export function useSendOnce(pending: boolean): React.FormEventHandler {
  const sentAt = useRef(Number.NEGATIVE_INFINITY)
  useEffect(() => {
    if (!pending) sentAt.current = Number.NEGATIVE_INFINITY
  }, [pending])
  return (event) => {
    if (pending || event.timeStamp - sentAt.current < shownWithinMs) event.preventDefault()
    else sentAt.current = event.timeStamp
  }
}
