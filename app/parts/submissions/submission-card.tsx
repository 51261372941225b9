import { Badge } from '#app/ui/badge.tsx'
import { CoverLink, LinkArea } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { type Eager, NoImage } from '../image.tsx'
import { AuthorLink } from '../members/member.tsx'
import { submissionPath, type Walk } from '../paths.ts'
import { Cover, cardRatio, hasFirstLines, PlayMark, RoomLink } from './submission-cover.tsx'

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
  eager?: Eager
  badge?: React.ReactNode
  isMine?: boolean
  isChosen?: boolean
  /** What the voting room, to which the picture leads, goes through; without it, the whole card leads to the submission. */
  walk?: Walk
  /** In a lower corner of the image, above the link of the card: 'Play Audio'. */
  corner?: React.ReactNode
  children?: React.ReactNode
}

export function SubmissionCard(props: Props) {
  const {
    submission,
    without,
    headingLevel: Heading = 'h3',
    eager,
    badge,
    isMine,
    isChosen,
    walk,
    corner,
    children,
  } = props
  return (
    <LinkArea as="article" className={`@container flex h-full flex-col ${cardRatio(submission)}`}>
      <Cover submission={submission} eager={eager} isChosen={isChosen}>
        {(badge || isMine) && (
          <span
            data-badges=""
            className={`absolute left-2 flex max-w-[calc(100%-1rem)] flex-wrap gap-1.5 @max-[7rem]:*:px-2 @max-[7rem]:*:before:hidden ${hasFirstLines(submission) ? 'bottom-2' : 'top-2'}`}
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
        {walk && <RoomLink submission={submission} walk={walk} />}
        {corner && <span className="absolute right-2 bottom-2 z-1">{corner}</span>}
      </Cover>
      <div className="flex grow flex-col pt-2.5">
        <Heading
          className="font-display text-body leading-tight font-bold hyphens-auto @max-[8rem]:text-compact"
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
        {children && <div className="relative z-1 mt-auto pt-2">{children}</div>}
      </div>
    </LinkArea>
  )
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
