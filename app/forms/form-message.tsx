import { useEffect, useRef } from 'react'
import { Notice } from '#app/ui/notice.tsx'

/** Why the form was refused, at its head; it takes the focus, so that it is seen and read. */
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

/** That it worked, beside the button that was pressed. */
export function FormSaved({ message }: { message: string | null }) {
  return <div role="status">{message && <Notice tone="good">{message}</Notice>}</div>
}
