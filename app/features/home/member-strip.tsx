import { Link } from 'react-router'
import { RankProgress } from '#app/parts/rank.tsx'
import { TimeLeft } from '#app/parts/time-left.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Eyebrow } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { formatCount } from '#app/ui/number.tsx'
import type { HomeChallenges } from '#domain/challenges/home.server.ts'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { rankProgress } from '#domain/points/rules.ts'

interface Props {
  viewer: Member
  challenges: HomeChallenges
  now: Date
}

/** A member's votes to give, next deadlines and points to the next rank (NAV-44). */
export function MemberStrip({ viewer, challenges, now }: Props) {
  return (
    <section
      aria-label="Your next steps"
      className="mt-10 grid gap-px overflow-hidden rounded-card border border-line bg-line lg:grid-cols-3"
    >
      <VotesToGive voting={challenges.voting} now={now} />
      <Deadlines closing={challenges.closing} now={now} />
      <NextRank viewer={viewer} />
    </section>
  )
}

interface CellProps {
  label: string
  headline: string
  link: { to: string; label: string }
  children?: React.ReactNode
}

function Cell({ label, headline, link, children }: CellProps) {
  return (
    <div className="flex min-w-0 flex-col bg-panel px-6 py-5">
      <Eyebrow>{label}</Eyebrow>
      <p className="mt-2 mb-3 font-display text-[1.375rem] leading-tight font-bold tabular-nums">
        {headline}
      </p>
      {children}
      <div className="mt-auto pt-3">
        <ArrowLink to={link.to}>{link.label}</ArrowLink>
      </div>
    </div>
  )
}

const maxRows = 3

function VotesToGive({ voting, now }: { voting: HomeChallenges['voting']; now: Date }) {
  const open = voting.filter(({ mayVote }) => mayVote)
  return (
    <Cell
      label="Votes to give"
      headline={open.length > 0 ? formatCount(open.length, 'vote') : 'None now'}
      link={{ to: '/challenges/voting', label: 'Voting' }}
    >
      <Rows
        challenges={open}
        to={({ id }) => `/challenges/${id}/submissions?mode=voting`}
        beside={({ votingEndsAt }) => votingEndsAt && <TimeLeft until={votingEndsAt} now={now} voting />}
      />
    </Cell>
  )
}

function Deadlines({ closing, now }: { closing: HomeChallenges['closing']; now: Date }) {
  return (
    <Cell
      label="Next deadlines"
      headline={closing.length > 0 ? 'Coming up' : 'Nothing due'}
      link={{ to: '/challenges', label: 'Challenges' }}
    >
      <Rows
        challenges={closing}
        to={({ id }) => `/challenges/${id}`}
        beside={({ deadline, mySubmissionId }) => (
          <>
            {mySubmissionId && (
              <span className="inline-flex items-center gap-1 font-semibold text-good-text">
                <Icon name="check" className="size-4" />
                Entered
              </span>
            )}
            {deadline && <TimeLeft until={deadline} now={now} />}
          </>
        )}
      />
    </Cell>
  )
}

function NextRank({ viewer: { points, rank } }: { viewer: Member }) {
  const { next, pointsToNext } = rankProgress(points, rank)
  return (
    <Cell
      label="Next rank"
      headline={next ? `${formatCount(pointsToNext, 'point')} to ${next.name}` : 'Max Rank'}
      link={{ to: '/leaderboard#your-standing', label: 'Your place' }}
    >
      <RankProgress points={points} rank={rank} />
    </Cell>
  )
}

interface RowsProps<Item> {
  challenges: readonly Item[]
  to: (challenge: Item) => string
  beside: (challenge: Item) => React.ReactNode
}

function Rows<Item extends ChallengeSummary>({ challenges, to, beside }: RowsProps<Item>) {
  return (
    <ul className="grid gap-2">
      {challenges.slice(0, maxRows).map((challenge) => (
        <li key={challenge.id} className="text-calm">
          <Link to={to(challenge)} className="block min-h-6 truncate font-semibold hover:underline">
            {challenge.title}
          </Link>
          <span className="flex flex-wrap gap-x-2 text-small text-muted">{beside(challenge)}</span>
        </li>
      ))}
    </ul>
  )
}
