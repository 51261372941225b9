import { ButtonLink } from '#app/ui/controls/button.tsx'
import { HeroScene } from '#app/ui/scenes/hero-scene.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { cardAction } from '#domain/challenges/rules.ts'
import { HeroCard } from './hero-card.tsx'

interface Props {
  challenge: ChallengeSummary | null
  /** It is not known which challenges there are. */
  failed: boolean
  /** Nothing has been made here yet. */
  untouched: boolean
  signedIn: boolean
  isAdmin: boolean
  now: Date
}

export function Hero({ challenge, failed, untouched, signedIn, isAdmin, now }: Props) {
  return (
    <div className="hero">
      <div className="page grid gap-x-10 pt-14 xl:min-h-155 xl:grid-cols-[minmax(0,1fr)_21.25rem] xl:pt-24 xl:pb-36">
        <div className="max-w-140">
          <h1 className="text-hero text-pretty">Make something tonight. Be judged by morning.</h1>
          <p className="mt-5 max-w-120 text-lead">
            Timed creative challenges for people who make images, video, music and words with AI. Enter, vote,
            climb the eight ranks.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            <EnterLink challenge={challenge} signedIn={signedIn} now={now} />
            {!untouched && (
              <ButtonLink to="/showcase" look="quiet" size="large" className="bg-ground/70">
                See the winners
              </ButtonLink>
            )}
          </div>
        </div>
        <div className="hero-foot row-start-3 xl:col-start-2 xl:row-start-1 xl:mt-4">
          {(challenge || !failed) && (
            <HeroCard challenge={challenge} untouched={untouched} isAdmin={isAdmin} now={now} />
          )}
        </div>
        <div className="row-start-2 -mx-5 xl:contents">
          <HeroScene />
        </div>
      </div>
    </div>
  )
}

function EnterLink({ challenge, signedIn, now }: Pick<Props, 'challenge' | 'signedIn' | 'now'>) {
  if (!challenge) {
    return (
      <ButtonLink to="/challenges" size="large">
        Browse Challenges
      </ButtonLink>
    )
  }
  const action = cardAction(challenge, signedIn, now)
  const enter = challenge.type === 'daily' ? 'Enter today’s challenge' : 'Enter the challenge'
  return (
    <ButtonLink to={action.to} size="large">
      {action.label === 'Submitted' ? 'View My Submission' : enter}
    </ButtonLink>
  )
}
