import { useEffect, useRef, useState } from 'react'

/** What stands in an uncontrolled field, also what was typed before the page came alive. */
export function useTyped(start = '') {
  const field = useRef<HTMLInputElement>(null)
  const [typed, setTyped] = useState(start)
  const read = useRef(() => setTyped(field.current?.value ?? ''))
  useEffect(() => read.current(), [])
  return { field, typed, read: read.current }
}
