import { useId } from 'react'

interface Props {
  title: string
  about?: string
  children: React.ReactNode
}

/** A part of a long form: its name at the side, its fields beside it. */
export function FormSection({ title, about, children }: Props) {
  const heading = useId()
  return (
    <section aria-labelledby={heading} className="form-section">
      <div>
        <h2 id={heading} className="text-card">
          {title}
        </h2>
        {about && <p className="mt-2 text-calm text-muted">{about}</p>}
      </div>
      <div className="grid min-w-0 grid-cols-1 gap-6">{children}</div>
    </section>
  )
}
