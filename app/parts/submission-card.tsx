import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { Card, CoverLink } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { Avatar } from './avatar.tsx'
import { Image, NoImage } from './image.tsx'
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
    | 'image'
    | 'imageAlt'
    | 'contentUrl'
    | 'votes'
    | 'author'
    | 'comments'
  >
  /** Omitted where it would repeat on every card. */
  without?: 'author' | 'challenge'
  sizes?: string
  headingLevel?: 'h2' | 'h3'
  /** Loads the image first, for cards in the first view. */
  eager?: boolean
  /** In a corner of the image: 'Winner', 'Your vote'. */
  badge?: React.ReactNode
  /** The viewer made it, which a second badge says. */
  isMine?: boolean
  /** In a lower corner of the image, above the link of the card: 'Play Audio'. */
  corner?: React.ReactNode
  /** Below the title, such as a vote button. */
  children?: React.ReactNode
}

export function SubmissionCard(props: Props) {
  const {
    submission,
    without,
    sizes = GALLERY,
    headingLevel: Heading = 'h3',
    eager,
    badge,
    isMine,
    corner,
    children,
  } = props
  return (
    <Card as="article" flush link className="flex flex-col overflow-hidden">
      <Image
        image={submission.image}
        fallback="submission"
        alt={submission.imageAlt ?? ''}
        sizes={sizes}
        eager={eager}
      >
        {(badge || isMine) && (
          <span className="absolute top-3 left-3 flex flex-wrap gap-1.5">
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
        {corner && <span className="absolute z-1 right-3 bottom-3">{corner}</span>}
      </Image>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-4">
        {without !== 'challenge' && (
          <p className="mb-1 truncate text-small text-muted" title={submission.challengeTitle}>
            {submission.challengeTitle}
          </p>
        )}
        <Heading className="text-card">
          <CoverLink to={submissionPath(submission)}>{submission.title}</CoverLink>
        </Heading>
        <div className="mt-auto flex items-center justify-between gap-4 pt-3 text-small text-muted">
          {without !== 'author' && <AuthorLink author={submission.author} />}
          {submission.votes !== null && (
            <span className="whitespace-nowrap">
              {submission.comments ? <CommentCount count={submission.comments} /> : null}
              <Count value={submission.votes} one="vote" />
            </span>
          )}
        </div>
        {children && <div className="relative z-1 mt-3">{children}</div>}
      </div>
    </Card>
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
  const line = (
    <>
      <Avatar photoUrl={author.photoUrl} rank={author.rank} size="tiny" />
      <span className="truncate" title={memberName(author.displayName)}>
        {memberName(author.displayName)}
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

const GALLERY = '(min-width: 64rem) 288px, (min-width: 40rem) 50vw, 100vw'
