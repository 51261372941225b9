import { VotingCards } from '#app/parts/challenges/voting-cards.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { Section } from '#app/ui/section.tsx'
import type { LeaderboardPlace } from '#domain/leaderboard/leaderboard.server.ts'
import type { Member } from '#domain/members/rules.ts'
import type { HomeChallenges, HomeWinners } from '#domain/reporting/home.server.ts'
import type { MyWork } from '#domain/reporting/my-dojo.server.ts'
import type { Lead } from './lead.ts'
import { Scrolls } from './scrolls.tsx'
import { Standing } from './standing.tsx'
import { Today } from './today.tsx'

interface Props {
  viewer: Member
  lead: Lead
  /** Null if they could not be loaded. */
  challenges: HomeChallenges | null
  winners: HomeWinners | null
  work: MyWork | null
  place: LeaderboardPlace | null
  now: Date
}

/** What members see first: the challenge to enter, their standing, votes left, and the latest winners (NAV-44). */
export function MemberStart({ viewer, lead, challenges, winners, work, place, now }: Props) {
  const draft = work?.drafts.find(({ challenge }) => challenge.id === lead.challenge.id) ?? null
  return (
    <>
      <div className="grid gap-x-6 gap-y-10 lg:mt-7 lg:grid-cols-[minmax(0,1fr)_22.875rem]">
        <Today lead={lead} draft={draft} now={now} />
        <div className="grid max-lg:order-1">
          <Standing viewer={viewer} place={place} work={work} leadId={draft && lead.challenge.id} now={now} />
        </div>
        <div className="lg:col-span-2 lg:mt-2">
          {challenges && <VotesLeft voting={challenges.voting} isNext={!lead.primary} now={now} />}
        </div>
      </div>
      {winners && winners.latest.length > 0 && (
        <Section
          id="latest-winners"
          title="Latest winners"
          link={{ to: '/showcase', label: 'Showcase' }}
          className="mt-12"
        >
          <Scrolls winners={winners.latest} label="Latest winners" headingLevel="h3" className="gap-x-10" />
        </Section>
      )}
    </>
  )
}

const maxCards = 6

interface VotesProps {
  voting: HomeChallenges['voting']
  /** Voting is what the member does next. */
  isNext: boolean
  now: Date
}

/** The challenges that wait for the member's vote, else those in voting (NAV-45). */
function VotesLeft({ voting, isNext, now }: VotesProps) {
  const open = voting.filter(({ mayVote }) => mayVote)
  const shown = open.length > 0 ? open.slice(0, maxCards) : voting.slice(0, 3)
  const [first] = open
  if (shown.length === 0) return null
  return (
    <Section
      id="votes"
      title={first ? `${formatCount(open.length, 'vote')} left` : 'Open for Voting'}
      link={{ to: '/challenges/voting', label: 'All voting' }}
      aside={
        isNext && first && <ButtonLink to={`/challenges/${first.id}/voting-room`}>Start voting</ButtonLink>
      }
      className=""
    >
      <VotingCards challenges={shown} signedIn oneRow now={now} />
    </Section>
  )
}
