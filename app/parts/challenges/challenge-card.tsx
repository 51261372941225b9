import { Link } from 'react-router'
import { Badge } from '#app/ui/badge.tsx'
import { CoverLink, LinkArea } from '#app/ui/card.tsx'
import { Icon, KindIcon } from '#app/ui/icon.tsx'
import { Count } from '#app/ui/number.tsx'
import { excerpt } from '#app/ui/text/excerpt.ts'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import {
  type CardAction,
  cardAction,
  continuesDraft,
  isPrimaryAction,
  NO_START,
  statusLabel,
  typeAndKindLabel,
} from '#domain/challenges/rules.ts'
import { Image } from '../image.tsx'
import { TimeLeft } from './time-left.tsx'

interface Props {
  challenge: ChallengeSummary
  signedIn: boolean
  now: Date
  excerptLength?: number
  eager?: boolean
}

/** A challenge in a list, as a picture with its words below (CHL-37, CHL-40). */
export function ChallengeCard({ challenge, signedIn, now, excerptLength = 160, eager }: Props) {
  const action = cardAction(challenge, signedIn, now)
  return (
    <LinkArea as="article" className="flex flex-col">
      <ChallengePicture
        challenge={challenge}
        action={action}
        sizes={SIZES}
        eager={eager}
        className="aspect-video rounded-card"
      />
      <ChallengeWords
        challenge={challenge}
        excerptLength={excerptLength}
        titleClass="mt-3.5 text-card"
        textClass="mt-1 line-clamp-2 text-calm"
      />
      <footer className="mt-auto flex flex-wrap items-center justify-between gap-x-4 pt-1.5">
        <span className="text-small text-muted">
          <ChallengeTime challenge={challenge} now={now} />
        </span>
        <span className="relative z-1">
          <ActionLink action={action} />
        </span>
      </footer>
    </LinkArea>
  )
}

interface PictureProps {
  challenge: ChallengeSummary
  action: CardAction
  sizes: string
  eager?: boolean
  className: string
}

export function ChallengePicture({ challenge, action, ...image }: PictureProps) {
  return (
    <Image {...image} image={challenge.image} fallback="challenge" alt="">
      <Badge tone={challenge.status} on="image" className="absolute top-3 left-3">
        {statusLabel(challenge.status)}
        {continuesDraft(challenge, action) && ' · Your draft'}
      </Badge>
    </Image>
  )
}

interface WordsProps {
  challenge: ChallengeSummary
  excerptLength: number
  titleClass: string
  textClass: string
}

/** Title and description, then 'Weekly · Image · 22 entries'. Votes are counted once voting is open. */
export function ChallengeWords({ challenge, excerptLength, titleClass, textClass }: WordsProps) {
  const { id, title, description, status, submissionCount, voteCount } = challenge
  const votable = status !== 'active' && status !== 'upcoming'
  return (
    <>
      <h3 dir="auto" className={titleClass}>
        <CoverLink to={`/challenges/${id}`}>{title}</CoverLink>
      </h3>
      <p dir="auto" className={`text-muted ${textClass}`}>
        {excerpt(description, excerptLength)}
      </p>
      <p className="mt-2 text-small text-muted">
        {typeAndKindLabel(challenge)} · <Count value={submissionCount} one="entry" many="entries" />
        {votable && voteCount !== null && (
          <>
            {' · '}
            <Count value={voteCount} one="vote" />
          </>
        )}
      </p>
    </>
  )
}

export function ActionLink({ action }: { action: CardAction }) {
  if (action.label !== 'Submitted') {
    return (
      <ArrowLink to={action.to} strong={isPrimaryAction(action)}>
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

const SIZES = '(min-width: 64rem) 384px, (min-width: 40rem) 50vw, 100vw'

type Dated = Pick<ChallengeSummary, 'status' | 'startDate' | 'deadline' | 'votingEndsAt' | 'completedAt'>

export function ChallengeTime({ challenge, now }: { challenge: Dated; now: Date }) {
  const { status, startDate, deadline, votingEndsAt, completedAt } = challenge
  if (status === 'voting' && votingEndsAt) {
    return <TimeLeft until={votingEndsAt} now={now} voting />
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
  if (status === 'upcoming') return <>{NO_START}</>
  return <>Deadline {deadline ? <Time value={deadline} /> : 'N/A'}</>
}
