import { Link } from 'react-router'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Card, CoverLink } from '#app/ui/card.tsx'
import { excerpt } from '#app/ui/excerpt.ts'
import { Icon, KindIcon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import {
  type CardAction,
  cardAction,
  continuesDraft,
  isPrimaryAction,
  statusLabel,
  typeAndKindLabel,
} from '#domain/challenges/rules.ts'
import { Image } from './image.tsx'
import { TimeLeft } from './time-left.tsx'

interface Props {
  challenge: ChallengeSummary
  signedIn: boolean
  /** The server's clock when it rendered the page. */
  now: Date
  /** Limit of the description in characters (NAV-39). */
  excerptLength?: number
  /** Loads the image first, for cards in the first view. */
  eager?: boolean
}

/** A challenge in a list (CHL-37, CHL-40). */
export function ChallengeCard({ challenge, signedIn, now, excerptLength = 160, eager }: Props) {
  const action = cardAction(challenge, signedIn, now)
  return (
    <Card as="article" flush link className="flex flex-col overflow-hidden">
      <Image
        image={challenge.image}
        fallback="challenge"
        alt=""
        sizes={SIZES}
        eager={eager}
        className="aspect-video max-sm:aspect-[5/2]"
      >
        <CardBadge challenge={challenge} action={action} />
      </Image>
      <div className="flex flex-1 flex-col px-5 pt-4 pb-3 sm:pt-5 sm:pb-4">
        <KindLine challenge={challenge} />
        <h3 className="mt-2 text-card">
          <CoverLink to={`/challenges/${challenge.id}`}>{challenge.title}</CoverLink>
        </h3>
        <p className="mt-2 text-calm text-muted max-sm:line-clamp-2">
          {excerpt(challenge.description, excerptLength)}
        </p>
        <p className="mt-auto flex flex-wrap gap-x-5 pt-3 text-small sm:pt-4 text-muted">
          <Counts challenge={challenge} />
        </p>
      </div>
      <footer className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1 border-t border-line px-5 py-2 sm:py-3">
        <span className="text-small text-muted">
          <ChallengeTime challenge={challenge} now={now} />
        </span>
        <span className="relative z-1">
          <ActionLink action={action} />
        </span>
      </footer>
    </Card>
  )
}

/** The status, and whether the viewer has a draft to continue. */
export function CardBadge({ challenge, action }: { challenge: ChallengeSummary; action: CardAction }) {
  return (
    <Badge tone={challenge.status} on="image" className="absolute top-3 left-3">
      {statusLabel(challenge.status)}
      {continuesDraft(challenge, action) && ' · Your draft'}
    </Badge>
  )
}

export function ActionLink({ action }: { action: CardAction }) {
  if (action.label !== 'Submitted') {
    return (
      <ArrowLink to={action.to} go={isPrimaryAction(action)}>
        {action.label}
      </ArrowLink>
    )
  }
  return (
    <Link
      to={action.to}
      className="inline-flex min-h-7 items-center gap-2 text-calm font-semibold text-good-text hover:underline"
    >
      <Icon name="check" className="size-4" />
      {action.label}
    </Link>
  )
}

export function KindLine({ challenge }: { challenge: Pick<ChallengeSummary, 'type' | 'kind'> }) {
  return (
    <p className="flex items-center gap-2 eyebrow">
      <KindIcon kind={challenge.kind} className="size-4" />
      {typeAndKindLabel(challenge)}
    </p>
  )
}

/** Numbers of entries and participants, and of votes while voting is open or over. */
export function Counts({ challenge }: { challenge: ChallengeSummary }) {
  const votable = challenge.status !== 'active' && challenge.status !== 'upcoming'
  return (
    <>
      <Count value={challenge.submissionCount} one="entry" many="entries" />
      <Count value={challenge.participants} one="ninja" />
      {votable && challenge.voteCount !== null && <Count value={challenge.voteCount} one="vote" />}
    </>
  )
}

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'

type Dated = Pick<ChallengeSummary, 'status' | 'startDate' | 'deadline' | 'votingEndsAt' | 'completedAt'>

/** When a challenge starts, closes or ended, in a short form. */
export function ChallengeTime({ challenge, now }: { challenge: Dated; now: Date }) {
  const { status, startDate, deadline, votingEndsAt, completedAt } = challenge
  if (status === 'voting' && votingEndsAt) {
    return (
      <>
        Voting: <TimeLeft until={votingEndsAt} now={now} voting />
      </>
    )
  }
  if (status === 'active' && deadline) return <TimeLeft until={deadline} now={now} />
  if (completedAt) {
    return (
      <>
        Ended <Time value={completedAt} className="whitespace-nowrap" />
      </>
    )
  }
  if (startDate) {
    return (
      <>
        Starts <Time value={startDate} className="whitespace-nowrap" />
      </>
    )
  }
  return <>Deadline {deadline ? <Time value={deadline} /> : 'N/A'}</>
}
