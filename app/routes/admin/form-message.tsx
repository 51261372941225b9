import { useEffect, useRef } from 'react'
import { Notice } from '#app/ui/surfaces/notice.tsx'

interface Props {
  problem: string | null
  saved: string | null
}

/** What came of the form, at its head; it takes the focus, so that it is seen and read. */
export function FormMessage({ problem, saved }: Props) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem || saved) place.current?.focus()
  }, [problem, saved])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24 outline-none">
      {problem && (
        <div className="mb-6">
          <Notice tone="bad" alert>
            {problem}
          </Notice>
        </div>
      )}
      {saved && (
        <div className="mb-6" role="status">
          <Notice tone="good">{saved}</Notice>
        </div>
      )}
    </div>
  )
}
