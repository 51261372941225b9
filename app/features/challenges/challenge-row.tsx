import {
  ChallengeCard,
  ChallengePicture,
  ChallengeTime,
  ChallengeWords,
} from '#app/parts/challenges/challenge-card.tsx'
import { Countdown } from '#app/parts/challenges/countdown.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { CardGrid, LinkArea } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { cardAction, isOpenForSubmissions, isPrimaryAction } from '#domain/challenges/rules.ts'

const SIZES = '(min-width: 75rem) 740px, (min-width: 64rem) 62vw, 100vw'

interface Props {
  challenges: readonly ChallengeSummary[]
  signedIn: boolean
  now: Date
  /** In the first view: its picture loads first, and its button is the primary one of the page. */
  isFirst?: boolean
}

export function ChallengeRow({ challenges, signedIn, now, isFirst }: Props) {
  const [first, second] = challenges
  if (first && !second) {
    return <ChallengeFeature challenge={first} signedIn={signedIn} now={now} isFirst={isFirst} />
  }
  return (
    <CardGrid columns={challenges.length > 2 ? 3 : 2}>
      {challenges.map((challenge) => (
        <ChallengeCard
          key={challenge.id}
          challenge={challenge}
          signedIn={signedIn}
          now={now}
          eager={isFirst && challenge === first}
        />
      ))}
    </CardGrid>
  )
}

interface ChallengeFeatureProps extends Omit<Props, 'challenges'> {
  challenge: ChallengeSummary
}

function ChallengeFeature({ challenge, signedIn, now, isFirst }: ChallengeFeatureProps) {
  const action = cardAction(challenge, signedIn, now)
  return (
    <LinkArea as="article" className="grid gap-x-9 gap-y-5 lg:grid-cols-[8fr_5fr]">
      <ChallengePicture
        challenge={challenge}
        action={action}
        sizes={SIZES}
        eager={isFirst}
        className="aspect-[5/3] max-sm:bleed sm:aspect-video sm:rounded-card"
      />
      <div className="flex flex-col">
        <ChallengeWords
          challenge={challenge}
          excerptLength={220}
          titleClass="text-[1.75rem] leading-[1.15]"
          textClass="mt-2.5"
        />
        <div className="mt-auto grid gap-4 pt-5">
          <Clock challenge={challenge} now={now} />
          <ButtonLink
            to={action.to}
            variant={isFirst && isPrimaryAction(action) ? 'primary' : 'secondary'}
            size="large"
            className="relative z-1"
          >
            {action.label === 'Submitted' && <Icon name="check" className="text-good-text" />}
            {action.label}
          </ButtonLink>
        </div>
      </div>
    </LinkArea>
  )
}

function Clock({ challenge, now }: { challenge: ChallengeSummary; now: Date }) {
  if (isOpenForSubmissions(challenge, now) && challenge.deadline) {
    return (
      <Countdown
        until={challenge.deadline}
        now={now}
        label="Time left to enter"
        inWords={<TimeLeft until={challenge.deadline} now={now} />}
      />
    )
  }
  return (
    <p className="text-calm text-muted">
      <ChallengeTime challenge={challenge} now={now} />
    </p>
  )
}
