import { ChallengeTime } from '#app/parts/challenges/challenge-card.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { useObjectUrl } from '#app/ui/browser/object-url.ts'
import { excerpt } from '#app/ui/text/excerpt.ts'
import {
  type ChallengeStatus,
  type ChallengeType,
  KINDS,
  statusLabel,
  typeAndKindLabel,
  votingEnd,
} from '#domain/challenges/rules.ts'
import { previewUrl } from '#domain/media/sources.ts'
import type { ChallengeValues } from './challenge-values.ts'
import { momentOf } from './local-time.ts'

interface Props {
  values: ChallengeValues
  /** The status that is saved. */
  status: ChallengeStatus
  imageId: string | null | undefined
  /** The image that was chosen and is not uploaded yet. */
  file: File | null
  /** The server's clock when it rendered the page. */
  now: Date
}

/** The card of the challenge as lists will show it; without scripts, with what is saved (ADM-94). */
export function CardPreview({ values, status, imageId, file, now }: Props) {
  const chosen = useObjectUrl(file)
  const read = (text: string) => momentOf(text, values.timeZone)
  const deadline = read(values.deadline)
  const type = values.type as ChallengeType
  const kind = KINDS.find((known) => known === values.kind) ?? 'image'
  const dates = {
    status,
    startDate: read(values.startDate),
    deadline,
    votingEndsAt:
      deadline &&
      votingEnd({ type, deadline, votingOpensAt: null, votingClosesAt: read(values.votingClosesAt) }),
    completedAt: null,
  }
  return (
    <figure>
      <figcaption className="mb-3 text-small text-muted">Preview of its card</figcaption>
      <div className="relative aspect-video overflow-hidden rounded-card bg-panel-2">
        <img
          src={chosen ?? (imageId ? previewUrl(imageId) : '/pictures/default-challenge.svg')}
          alt=""
          className="block size-full object-cover"
        />
        <Badge tone={status} on="image" className="absolute top-3 left-3">
          {statusLabel(status)}
        </Badge>
      </div>
      <h3 dir="auto" className="mt-3.5 text-card wrap-anywhere">
        {values.title || 'Title'}
      </h3>
      <p dir="auto" className="mt-1 line-clamp-2 text-calm text-muted">
        {excerpt(values.description, 160)}
      </p>
      <p className="mt-2 text-small text-muted">{typeAndKindLabel({ type, kind })}</p>
      <p className="mt-1.5 text-small text-muted">
        <ChallengeTime challenge={dates} now={now} />
      </p>
    </figure>
  )
}
