import { useEffect, useRef } from 'react'
import { Notice } from '#app/ui/notice.tsx'

/** Why the form was refused. Takes the focus, so that it is scrolled into view and announced. */
export function FormProblem({ problem }: { problem: string | null }) {
  const place = useRef<HTMLDivElement>(null)
  useEffect(() => {
    if (problem) place.current?.focus()
  }, [problem])
  return (
    <div ref={place} tabIndex={-1} className="scroll-mt-24 outline-none">
      {problem && (
        <div className="mb-6">
          <Notice tone="bad" alert>
            {problem}
          </Notice>
        </div>
      )}
    </div>
  )
}

export function FormSaved({ message }: { message: string | null }) {
  return <div role="status">{message && <Notice tone="good">{message}</Notice>}</div>
}
