import { Countdown } from '#app/parts/countdown.tsx'
import { CreateChallenge } from '#app/parts/empty-dojo.tsx'
import { REWARDED_ACTIONS } from '#app/parts/rewards.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CoverLink, Eyebrow } from '#app/ui/card.tsx'
import { Count } from '#app/ui/number.tsx'
import { HeroScene, Sky } from '#app/ui/scene.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { type CardAction, cardAction, continuesDraft, kindLabel } from '#domain/challenges/rules.ts'

interface Props {
  challenge: ChallengeSummary | null
  votingIsOpen: boolean
  failed: boolean
  /** No challenge is active, and no submission exists. */
  isEmpty: boolean
  signedIn: boolean
  isAdmin: boolean
  now: Date
}

export function Hero({ challenge, votingIsOpen, failed, isEmpty, signedIn, isAdmin, now }: Props) {
  return (
    <Sky className="xl:[--words:39rem]">
      <div className="page grid gap-x-10 pt-14 xl:min-h-155 xl:grid-cols-[minmax(0,1fr)_21.25rem] xl:pt-24 xl:pb-36">
        <div className="max-w-140">
          <h1 className="text-hero text-pretty">Make something tonight. Be judged by morning.</h1>
          <p className="mt-5 max-w-120 text-lead">
            Timed creative challenges for people who make images, video, music and words with AI. Enter, vote,
            climb the eight ranks.
          </p>
          <div className="mt-8 flex flex-wrap gap-3">
            {isEmpty && isAdmin ? (
              <CreateChallenge />
            ) : (
              <EnterLink challenge={challenge} votingIsOpen={votingIsOpen} signedIn={signedIn} now={now} />
            )}
            {!isEmpty && (
              <ButtonLink to="/showcase" variant="overlay" size="large">
                See the winners
              </ButtonLink>
            )}
          </div>
          <p className="mt-5">
            <TextLink to="/community" className="inline-block min-h-6">
              How it works
            </TextLink>
          </p>
        </div>
        <div className="row-start-3 max-xl:-mx-5 max-xl:bg-ground max-xl:px-5 max-xl:*:-mt-10 xl:col-start-2 xl:row-start-1 xl:mt-4">
          {(challenge || !(failed || isEmpty)) && (
            <HeroCard challenge={challenge} votingIsOpen={votingIsOpen} now={now} />
          )}
        </div>
        <div className="pointer-events-none row-start-2 -mx-5 xl:contents">
          <HeroScene />
        </div>
      </div>
    </Sky>
  )
}

function EnterLink({
  challenge,
  votingIsOpen,
  signedIn,
  now,
}: Pick<Props, 'challenge' | 'votingIsOpen' | 'signedIn' | 'now'>) {
  if (!challenge) {
    return (
      <ButtonLink to={votingIsOpen ? '/challenges/voting' : '/challenges'} size="large">
        {votingIsOpen ? 'Vote for Entries' : 'Browse Challenges'}
      </ButtonLink>
    )
  }
  const action = cardAction(challenge, signedIn, now)
  return (
    <ButtonLink to={action.to} size="large">
      {entryLabel(challenge, action)}
    </ButtonLink>
  )
}

function entryLabel(challenge: ChallengeSummary, action: CardAction): string {
  if (action.label === 'Submitted') return 'View My Submission'
  if (action.label === 'Edit Rejected Entry') return action.label
  if (continuesDraft(challenge, action)) return 'Continue Draft'
  return challenge.type === 'daily' ? 'Enter today’s challenge' : 'Enter the challenge'
}

function HeroCard({ challenge, votingIsOpen, now }: Pick<Props, 'challenge' | 'votingIsOpen' | 'now'>) {
  if (!challenge) return votingIsOpen ? <VotingOnly /> : <BetweenChallenges />
  const heading = challenge.type === 'daily' ? 'Today’s challenge' : 'Next to close'
  return (
    <Card as="section" flush link aria-labelledby="today" className="px-5.5 py-6">
      <Eyebrow>
        {heading} · {kindLabel(challenge.kind)}
      </Eyebrow>
      <h2 id="today" className="mt-2 mb-4 text-[1.5rem] leading-tight">
        <CoverLink to={`/challenges/${challenge.id}`}>{challenge.title}</CoverLink>
      </h2>
      {challenge.deadline && <Countdown until={challenge.deadline} now={now} label="Time left to enter" />}
      <p className="mt-4 flex flex-wrap gap-x-5 gap-y-1 text-small text-muted">
        <Count value={challenge.submissionCount} one="entered" many="entered" />
        <Reward {...REWARDED_ACTIONS.submission} />
        <Reward {...REWARDED_ACTIONS.win} />
      </p>
    </Card>
  )
}

function Reward({ points, short }: { points: number; short: string }) {
  return (
    <span>
      <span className="font-semibold text-ink">+{points}</span> {short}
    </span>
  )
}

function VotingOnly() {
  return (
    <Card as="section" flush className="px-5.5 py-6">
      <Eyebrow>Voting is open</Eyebrow>
      <h2 className="mt-2 text-[1.5rem] leading-tight">The entries are in</h2>
      <p className="mt-2 mb-4 text-calm text-muted">
        No challenge takes entries at the moment. Look at those that were made, and vote for one.
      </p>
      <ArrowLink to="/challenges/voting">See what is in voting</ArrowLink>
    </Card>
  )
}

function BetweenChallenges() {
  return (
    <Card as="section" flush className="px-5.5 py-6">
      <Eyebrow>Between challenges</Eyebrow>
      <h2 className="mt-2 text-[1.5rem] leading-tight">The dojo is quiet</h2>
      <p className="mt-2 mb-4 text-calm text-muted">
        The next challenge has not started. See the submissions to earlier ones.
      </p>
      <ArrowLink to="/challenges/archive">Browse the archive</ArrowLink>
    </Card>
  )
}
