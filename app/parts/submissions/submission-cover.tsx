import { Link } from 'react-router'
import { Icon } from '#app/ui/icon.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { type Eager, Image, ratioClass } from '../image.tsx'
import { roomPath, type Walk } from '../paths.ts'

interface CoverProps {
  submission: Pick<SubmissionSummary, 'kind' | 'description' | 'image' | 'imageAlt'>
  eager?: Eager
  isChosen?: boolean
  sizes?: string
  className?: string
  children?: React.ReactNode
}

/** In a parent with `cardRatio`. */
export function Cover({
  submission,
  eager,
  isChosen,
  sizes,
  className = 'rounded-control',
  children,
}: CoverProps) {
  const { image, imageAlt } = submission
  const frame = `${className} ${isChosen ? 'outline-2 outline-offset-3 outline-gold' : ''}`
  if (hasFirstLines(submission))
    return (
      <FirstLines submission={submission} className={frame}>
        {children}
      </FirstLines>
    )
  return (
    <Image
      image={image}
      fallback="submission"
      alt={imageAlt ?? ''}
      sizes={sizes ?? rowSizes(image)}
      eager={eager}
      fit="row"
      className={frame}
    >
      {children}
    </Image>
  )
}

export function hasFirstLines({ kind, image }: Pick<SubmissionSummary, 'kind' | 'image'>): boolean {
  return kind === 'text' || (!image && (kind === 'code' || kind === 'special'))
}

/** A page with the beginning of a text or of code, and the image of a text as a vignette, which the lines flow around. */
function FirstLines({ submission, className, children }: CoverProps & { className: string }) {
  const { kind, description, image, imageAlt } = submission
  return (
    <div
      className={`group/page @container relative aspect-(--ratio) overflow-hidden border border-line bg-panel ${className}`}
    >
      <p
        dir="auto"
        className={`absolute inset-x-4 top-4 bottom-0 overflow-hidden mask-b-from-88% @max-[6rem]:hidden group-has-[[data-badges]>*]/page:bottom-10 ${image ? ratioClass(image) : ''} ${kind === 'code' ? 'font-mono text-small whitespace-pre' : 'font-display text-[length:clamp(0.875rem,4.9cqw,1.25rem)] leading-relaxed whitespace-pre-line'}`}
      >
        {image && (
          <>
            <span className="float-right h-[calc(99%-34cqw/var(--ratio)-1.25rem)] @max-[10rem]:hidden" />
            <span className="clear-right float-right h-[calc(34cqw/var(--ratio)+1.25rem)] w-[39cqw] @max-[13rem]:w-full @max-[10rem]:hidden" />
          </>
        )}
        {kind === 'code' ? firstCode(description) : firstLines(description)}
      </p>
      {image && (
        <span className="absolute right-4 bottom-3 w-1/3 group-has-[[data-badges]>*]/page:bottom-11 @min-[6rem]:@max-[10rem]:hidden @max-[6rem]:inset-0! @max-[6rem]:m-auto @max-[6rem]:h-fit @max-[6rem]:w-3/5">
          <Image
            image={image}
            fallback="submission"
            alt={imageAlt ?? ''}
            sizes="80px"
            fit="natural"
            className="rounded-md shadow-float"
          />
        </span>
      )}
      {children}
    </div>
  )
}

/** Line by line, as verse is written. */
function firstLines(text: string): string {
  const lines = text.trim().split(/\n+/).slice(0, 8)
  return lines.length > 1 ? lines.map((line) => excerpt(line, 120)).join('\n') : excerpt(text, 260)
}

/** From the first block of code, if it has one. */
function firstCode(text: string): string {
  const [before = '', code] = text.split(/^```[^`\n]*\n/m)
  const lines = (code ?? before).split('\n').slice(0, 12)
  return lines.map((line) => line.slice(0, 80)).join('\n')
}

function rowSizes(image: SubmissionSummary['image']): string {
  const ratio = image ? image.width / image.height : 16 / 9
  return `(min-width: 40rem) ${Math.round(ratio * 280)}px, ${Math.round(ratio * 210)}px`
}

export function PlayMark({ submission }: { submission: Pick<SubmissionSummary, 'kind' | 'contentUrl'> }) {
  if (submission.kind !== 'video' || !submission.contentUrl) return null
  return (
    <span className="absolute inset-0 grid place-items-center">
      <span className="grid size-13 place-items-center rounded-full bg-shade text-on-shade">
        <Icon name="play" className="size-6" />
        <span className="sr-only">Video</span>
      </span>
    </span>
  )
}

/** Over the picture of a card: it leads to the voting room, and the title to the submission's page (SUB-86). */
export function RoomLink({
  submission,
  walk,
}: {
  submission: Pick<SubmissionSummary, 'id' | 'challengeId' | 'title'>
  walk: Walk
}) {
  return (
    <Link
      to={roomPath(submission.challengeId, submission.id, walk)}
      aria-label={`Look at ${submission.title}`}
      className="absolute inset-0 z-1 cursor-zoom-in rounded-control -outline-offset-4"
    />
  )
}

/** By the place in rows: two are in the first row of narrow windows, four in their first view. */
export function eagerAt(index: number): Eager {
  return index < 2 || (index < 4 && 'soon')
}

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
