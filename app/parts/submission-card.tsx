import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { CoverLink, LinkArea } from '#app/ui/card.tsx'
import { excerpt } from '#app/ui/excerpt.ts'
import { Icon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { Avatar } from './avatar.tsx'
import { Image, NoImage, ratioClass } from './image.tsx'
import { AdminBadge } from './member.tsx'
import { memberName } from './names.ts'
import { submissionPath } from './submission-path.ts'

interface Props {
  submission: Pick<
    SubmissionSummary,
    | 'id'
    | 'challengeId'
    | 'challengeTitle'
    | 'kind'
    | 'title'
    | 'description'
    | 'image'
    | 'imageAlt'
    | 'contentUrl'
    | 'cardVotes'
    | 'author'
    | 'comments'
  >
  /** Omitted where it would repeat on every card. */
  without?: 'author' | 'challenge'
  headingLevel?: 'h2' | 'h3'
  /** Loads the image first, for cards in the first view. */
  eager?: boolean
  /** In a corner of the image: 'Winner', 'Your vote'. */
  badge?: React.ReactNode
  /** The viewer made it, which a second badge says. */
  isMine?: boolean
  /** The viewer voted for it, which a ring shows. */
  isChosen?: boolean
  /** Where the picture leads; without it, to the submission as the rest of the card. */
  viewerPath?: string
  /** In a lower corner of the image, above the link of the card: 'Play Audio'. */
  corner?: React.ReactNode
  /** Below the title, such as a vote button. */
  children?: React.ReactNode
}

/** Narrow windows show as many in their first row. */
export const FIRST_ROW = 2

/** Submissions in rows of equal height, each with its picture in its own proportions. */
export function SubmissionRows<Shown extends Props['submission']>({
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

/** The picture of a submission or the first lines of its text, and its title and author below. */
export function SubmissionCard(props: Props) {
  const {
    submission,
    without,
    headingLevel: Heading = 'h3',
    eager,
    badge,
    isMine,
    isChosen,
    viewerPath,
    corner,
    children,
  } = props
  return (
    <LinkArea as="article" className={`@container ${cardRatio(submission)}`}>
      <Cover submission={submission} eager={eager} isChosen={isChosen}>
        {(badge || isMine) && (
          <span
            data-badges=""
            className={`absolute left-2 flex flex-wrap gap-1.5 ${hasFirstLines(submission) ? 'bottom-2' : 'top-2'}`}
          >
            {badge}
            {isMine && (
              <Badge tone="active" on="image">
                Your entry
              </Badge>
            )}
          </span>
        )}
        {!corner && <PlayMark submission={submission} />}
        {!corner && !submission.image && submission.kind === 'image' && <NoImage />}
        {viewerPath && (
          <Link
            to={viewerPath}
            aria-label={`Look at ${submission.title}`}
            className="absolute inset-0 z-1 cursor-zoom-in rounded-control -outline-offset-4"
          />
        )}
        {corner && <span className="absolute right-2 bottom-2 z-1">{corner}</span>}
      </Cover>
      <div className="pt-2.5">
        <Heading
          className="font-display text-body leading-tight font-bold hyphens-auto @max-[7rem]:text-compact"
          dir="auto"
        >
          <CoverLink to={submissionPath(submission)}>{submission.title}</CoverLink>
        </Heading>
        {without !== 'challenge' && (
          <p dir="auto" className="truncate text-small text-muted" title={submission.challengeTitle}>
            {submission.challengeTitle}
          </p>
        )}
        <div className="mt-1 flex flex-wrap items-center justify-between gap-x-3 text-small text-muted">
          {without !== 'author' && <AuthorLink author={submission.author} />}
          <Figures submission={submission} />
        </div>
        {children && <div className="relative z-1 mt-2">{children}</div>}
      </div>
    </LinkArea>
  )
}

interface CoverProps {
  submission: Pick<Props['submission'], 'kind' | 'description' | 'image' | 'imageAlt'>
  eager?: boolean
  isChosen?: boolean
  /** The sizes attribute of the picture, in place of that for rows. */
  sizes?: string
  /** The shape of its corners. */
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

/** Badges are below its lines. */
function hasFirstLines({ kind, image }: Pick<SubmissionSummary, 'kind' | 'image'>): boolean {
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
        className={`absolute inset-x-4 top-4 bottom-0 overflow-hidden mask-b-from-88% group-has-[[data-badges]>*]/page:bottom-10 ${image ? ratioClass(image) : ''} ${kind === 'code' ? 'font-mono text-small whitespace-pre' : 'font-display text-[length:clamp(0.875rem,4.9cqw,1.25rem)] leading-relaxed whitespace-pre-line'}`}
      >
        {image && (
          <>
            <span className="float-right h-[calc(99%-34cqw/var(--ratio)-1.25rem)]" />
            <span className="clear-right float-right h-[calc(34cqw/var(--ratio)+1.25rem)] w-[39cqw]" />
          </>
        )}
        {kind === 'code' ? firstCode(description) : firstLines(description)}
      </p>
      {image && (
        <span className="absolute right-4 bottom-3 w-1/3 group-has-[[data-badges]>*]/page:bottom-11">
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

/** About as wide as rows show an image. */
function rowSizes(image: SubmissionSummary['image']): string {
  const ratio = image ? image.width / image.height : 16 / 9
  return `(min-width: 40rem) ${Math.round(ratio * 280)}px, ${Math.round(ratio * 210)}px`
}

function Figures({ submission: { cardVotes, comments } }: Pick<Props, 'submission'>) {
  if (cardVotes === null && !comments) return null
  return (
    <span className="whitespace-nowrap">
      {comments ? <CommentCount count={comments} /> : null}
      {cardVotes !== null && <Count value={cardVotes} one="vote" />}
    </span>
  )
}

function CommentCount({ count }: { count: number }) {
  return (
    <span className="mr-3">
      {count < 100 ? count : '99+'}
      <Icon name="comment" className="ml-1 inline size-4 align-text-bottom" />
      <span className="sr-only">comments, </span>
    </span>
  )
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

/** Above the link of the card. */
export function AuthorLink({ author }: { author: SubmissionSummary['author'] }) {
  const name = memberName(author.displayName)
  const line = (
    <>
      <Avatar photoUrl={author.photoUrl} rank={author.rank} size="tiny" />
      <span dir="auto" className="truncate" title={name}>
        {name}
      </span>
      {author.isAdmin && <AdminBadge compact />}
    </>
  )
  if (author.isDeleted) return <span className="flex min-w-0 items-center gap-2">{line}</span>
  return (
    <Link
      to={`/profile/${author.id}`}
      className="relative z-1 flex min-w-0 items-center gap-2 hover:text-ink hover:underline"
    >
      {line}
    </Link>
  )
}
