import { CardBadge, ChallengeCard, ChallengeTime, Counts, KindLine } from '#app/parts/challenge-card.tsx'
import { Countdown } from '#app/parts/countdown.tsx'
import { Image } from '#app/parts/image.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid, CoverLink } from '#app/ui/card.tsx'
import { excerpt } from '#app/ui/excerpt.ts'
import { Icon } from '#app/ui/icon.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { cardAction, isOpenForSubmissions, isPrimaryAction } from '#domain/challenges/rules.ts'

const SIZES = '(min-width: 75rem) 740px, (min-width: 64rem) 62vw, 100vw'

interface Props {
  challenges: readonly ChallengeSummary[]
  signedIn: boolean
  now: Date
  eager?: boolean
}

export function ChallengeRow({ challenges, signedIn, now, eager }: Props) {
  const [first, second] = challenges
  if (first && !second) {
    return <ChallengeFeature challenge={first} signedIn={signedIn} now={now} eager={eager} />
  }
  return (
    <CardGrid columns={challenges.length > 2 ? 3 : 2}>
      {challenges.map((challenge) => (
        <ChallengeCard
          key={challenge.id}
          challenge={challenge}
          signedIn={signedIn}
          now={now}
          eager={eager && challenge === first}
        />
      ))}
    </CardGrid>
  )
}

interface ChallengeFeatureProps {
  challenge: ChallengeSummary
  signedIn: boolean
  now: Date
  eager?: boolean
}

function ChallengeFeature({ challenge, signedIn, now, eager }: ChallengeFeatureProps) {
  const action = cardAction(challenge, signedIn, now)
  return (
    <Card as="article" flush link className="grid overflow-hidden lg:grid-cols-[8fr_5fr]">
      <Image
        image={challenge.image}
        fallback="challenge"
        alt=""
        sizes={SIZES}
        eager={eager}
        className="aspect-video lg:aspect-auto lg:min-h-104"
      >
        <CardBadge challenge={challenge} action={action} />
      </Image>
      <div className="flex flex-col p-5 sm:p-7">
        <KindLine challenge={challenge} />
        <h3 className="mt-3 text-[1.75rem] leading-[1.15]">
          <CoverLink to={`/challenges/${challenge.id}`}>{challenge.title}</CoverLink>
        </h3>
        <p className="mt-3 text-muted">{excerpt(challenge.description, 220)}</p>
        <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
          <Counts challenge={challenge} />
        </p>
        <div className="mt-auto grid gap-5 pt-6">
          <Clock challenge={challenge} now={now} />
          <ButtonLink
            to={action.to}
            variant={isPrimaryAction(action) ? 'primary' : 'secondary'}
            className="relative z-1"
          >
            {action.label === 'Submitted' && <Icon name="check" className="text-good-text" />}
            {action.label}
          </ButtonLink>
        </div>
      </div>
    </Card>
  )
}

function Clock({ challenge, now }: { challenge: ChallengeSummary; now: Date }) {
  if (isOpenForSubmissions(challenge, now) && challenge.deadline) {
    return <Countdown until={challenge.deadline} now={now} label="Time left to enter" />
  }
  return (
    <p className="text-calm text-muted">
      <ChallengeTime challenge={challenge} now={now} />
    </p>
  )
}
