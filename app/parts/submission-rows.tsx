import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { ratioClass } from './image.tsx'

/** Narrow windows show as many in their first row. */
export const FIRST_ROW = 2

/** Submissions in rows of equal height, each with its picture in its own proportions. */
export function SubmissionRows<Shown extends Pick<SubmissionSummary, 'id' | 'kind' | 'image'>>({
  submissions,
  id,
  anchor,
  className = '',
  card,
}: {
  submissions: readonly Shown[]
  id?: string
  /** The id of each list item. */
  anchor?: (index: number) => string
  className?: string
  card: (submission: Shown, index: number) => React.ReactNode
}) {
  return (
    <ul className={`picture-rows ${className}`} id={id}>
      {submissions.map((submission, index) => (
        <li key={submission.id} id={anchor?.(index)} className={cardRatio(submission)}>
          {card(submission, index)}
        </li>
      ))}
    </ul>
  )
}

/** A text is a page nearly as wide as high; other submissions have the proportions of their pictures. */
export function cardRatio({ kind, image }: Pick<SubmissionSummary, 'kind' | 'image'>): string {
  return kind === 'text' ? 'ratio-90' : ratioClass(image)
}
