import { Countdown } from '#app/parts/challenges/countdown.tsx'
import { CreateChallenge } from '#app/parts/challenges/empty-dojo.tsx'
import { REWARDED_ACTIONS } from '#app/parts/challenges/rewards.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CoverLink, Eyebrow } from '#app/ui/card.tsx'
import { HeroScene, Sky } from '#app/ui/landscape.tsx'
import { Count } from '#app/ui/number.tsx'
import { ArrowLink, TextLink } from '#app/ui/text-link.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { cardAction, kindLabel } from '#domain/challenges/rules.ts'
import type { HomeWinners, WinningSubmission } from '#domain/reporting/home.server.ts'
import { entryLabel } from './lead.ts'
import { Scrolls, scrollWidth } from './scrolls.tsx'

interface Props {
  challenge: ChallengeSummary | null
  votingIsOpen: boolean
  failed: boolean
  /** No challenge is active, and no submission exists. */
  isEmpty: boolean
  isAdmin: boolean
  winners: HomeWinners | null
  now: Date
}

/** What visitors see first, and administrators of an empty site: the slogan, winners and the next challenge to close. */
export function Hero({ challenge, votingIsOpen, failed, isEmpty, isAdmin, winners, now }: Props) {
  const hung = winners ? hungWinners(winners) : []
  return (
    <Sky className="xl:[--words:37rem]">
      <div className="page grid gap-x-12 pt-10 xl:min-h-155 xl:grid-cols-[35rem_minmax(0,1fr)] xl:pt-14 xl:pb-10">
        <div className="max-w-140 xl:pt-4">
          <h1 className="text-hero text-pretty">Make something tonight. Be judged by morning.</h1>
          <p className="mt-5 max-w-120 text-lead">
            Timed creative challenges for people who make images, video, music and words with AI. Enter, vote,
            climb the eight ranks.
          </p>
          <div className="mt-8 flex flex-wrap items-center gap-x-3 gap-y-3">
            {isEmpty && isAdmin ? (
              <CreateChallenge />
            ) : (
              <EnterLink challenge={challenge} votingIsOpen={votingIsOpen} now={now} />
            )}
            {!isEmpty && (
              <ButtonLink to="/showcase" variant="overlay" size="large">
                See the winners
              </ButtonLink>
            )}
            <TextLink to="/community" className="ml-2 inline-block min-h-6">
              How it works
            </TextLink>
          </div>
        </div>
        {hung.length > 0 && (
          <Scrolls
            winners={hung}
            label="Winners"
            headingLevel="h2"
            eager
            className={`relative z-1 gap-7 max-xl:mt-8 xl:justify-end ${fitBeside(hung) ? '' : 'xl:*:nth-3:hidden'}`}
          />
        )}
        <div className="relative z-1 row-start-4 max-xl:-mx-5 max-xl:bg-ground max-xl:px-5 max-xl:*:-mt-10 xl:col-span-2 xl:row-start-2 xl:mt-8 xl:self-end">
          {(challenge || !(failed || isEmpty)) && (
            <HeroCard challenge={challenge} votingIsOpen={votingIsOpen} now={now} />
          )}
        </div>
        <div className="pointer-events-none row-start-3 -mx-5 xl:contents">
          <HeroScene />
        </div>
      </div>
    </Sky>
  )
}

const maxHung = 3

/**
 * Of those with the most votes the ones that fill a scroll best, upright ones; without those that 'Latest Results' shows
 * if there are enough others.
 */
function hungWinners({ top, latest }: HomeWinners) {
  const others = top.filter(({ id }) => latest.every((winner) => winner.id !== id))
  return (others.length < maxHung ? top : others)
    .toSorted((one, other) => scrollWidth(one) - scrollWidth(other))
    .slice(0, maxHung)
}

const widestRow = 2.9

/** Wide ones would make the others small. */
function fitBeside(winners: readonly WinningSubmission[]): boolean {
  return winners.reduce((width, winner) => width + scrollWidth(winner), 0) <= widestRow
}

function EnterLink({ challenge, votingIsOpen, now }: Pick<Props, 'challenge' | 'votingIsOpen' | 'now'>) {
  if (!challenge) {
    return (
      <ButtonLink to={votingIsOpen ? '/challenges/voting' : '/challenges'} size="large">
        {votingIsOpen ? 'Vote for Entries' : 'Browse Challenges'}
      </ButtonLink>
    )
  }
  const action = cardAction(challenge, false, now)
  return (
    <ButtonLink to={action.to} size="large">
      {entryLabel(challenge, action, 'Continue Draft')}
    </ButtonLink>
  )
}

function HeroCard({ challenge, votingIsOpen, now }: Pick<Props, 'challenge' | 'votingIsOpen' | 'now'>) {
  if (!challenge) return <NothingToEnter {...(votingIsOpen ? IN_VOTING : BETWEEN)} />
  const heading = challenge.type === 'daily' ? 'Today’s challenge' : 'Next to close'
  return (
    <Card
      as="section"
      flush
      link
      aria-labelledby="today"
      className="grid items-center gap-x-8 gap-y-4 px-5.5 py-5 xl:grid-cols-[minmax(0,1fr)_18rem_auto]"
    >
      <div>
        <Eyebrow>
          {heading} · {kindLabel(challenge.kind)}
        </Eyebrow>
        <h2 id="today" className="mt-2 text-[1.5rem] leading-tight">
          <CoverLink dir="auto" to={`/challenges/${challenge.id}`}>
            {challenge.title}
          </CoverLink>
        </h2>
      </div>
      {challenge.deadline && <Countdown until={challenge.deadline} now={now} label="Time left to enter" />}
      <p className="flex flex-wrap gap-x-5 gap-y-1 text-small text-muted xl:grid">
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

const BETWEEN = {
  eyebrow: 'Between challenges',
  heading: 'The dojo is quiet',
  text: 'The next challenge has not started. See the submissions to earlier ones.',
  link: { to: '/challenges/archive', label: 'Browse the archive' },
}

const IN_VOTING = {
  eyebrow: 'Voting is open',
  heading: 'The entries are in',
  text: 'No challenge takes entries at the moment. Look at those that were made, and vote for one.',
  link: { to: '/challenges/voting', label: 'See what is in voting' },
}

function NothingToEnter({ eyebrow, heading, text, link }: typeof BETWEEN) {
  return (
    <Card as="section" flush className="px-5.5 py-6">
      <Eyebrow>{eyebrow}</Eyebrow>
      <h2 className="mt-2 text-[1.5rem] leading-tight">{heading}</h2>
      <p className="mt-2 mb-4 text-calm text-muted">{text}</p>
      <ArrowLink to={link.to}>{link.label}</ArrowLink>
    </Card>
  )
}
