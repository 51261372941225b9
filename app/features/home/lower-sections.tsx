import { ChallengeCard } from '#app/parts/challenges/challenge-card.tsx'
import { NO_ACTIVE_CHALLENGES, NO_SUBMISSIONS } from '#app/parts/challenges/empty-dojo.tsx'
import { VotingCards } from '#app/parts/challenges/voting-cards.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { SubmissionCard } from '#app/parts/submissions/submission-card.tsx'
import { Cover, cardRatio, SubmissionRows } from '#app/parts/submissions/submission-cover.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid, CoverLink, LinkArea } from '#app/ui/card.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { ListSection, Section } from '#app/ui/section.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import type { HomeChallenges, WinningSubmission } from '#domain/reporting/home.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { loadHome } from './home.server.ts'
import { RankPath, TopNinjas } from './rankings.tsx'

interface Props extends Awaited<ReturnType<typeof loadHome>> {
  /** The first view has neither winners nor what is in voting. */
  isVisitors: boolean
  expanded: boolean
}

export function LowerSections(props: Props) {
  const { challenges, winners, ninjas, sizes, submissions, now, viewer, isVisitors, expanded } = props
  const signedIn = viewer !== null
  return (
    <>
      <ActiveChallenges challenges={challenges?.active ?? null} signedIn={signedIn} now={now} />
      {isVisitors && challenges && <OpenVoting voting={challenges.voting} signedIn={signedIn} now={now} />}
      {isVisitors && winners && <LatestResults winners={winners.latest} />}
      <div className="mt-18 grid items-start gap-x-6 gap-y-18 lg:grid-cols-[5fr_4fr]">
        <TopNinjas ninjas={ninjas} sizes={sizes} expanded={expanded} />
        <RankPath myRank={viewer?.rank ?? null} />
      </div>
      <RecentSubmissions submissions={submissions} />
      <ToolsTeaser />
    </>
  )
}

function ActiveChallenges({
  challenges,
  signedIn,
  now,
}: {
  challenges: ChallengeSummary[] | null
  signedIn: boolean
  now: Date
}) {
  return (
    <ListSection
      id="active-challenges"
      title="Active Challenges"
      subtitle="Open for your entry, or for your vote."
      link={{ to: '/challenges', label: 'All challenges' }}
      items={challenges}
      failed="Failed to load challenges. Please try again later."
      empty={<EmptyState>{NO_ACTIVE_CHALLENGES}</EmptyState>}
    >
      {(items) => (
        <CardGrid>
          {items.map((challenge) => (
            <ChallengeCard
              key={challenge.id}
              challenge={challenge}
              signedIn={signedIn}
              now={now}
              excerptLength={100}
            />
          ))}
        </CardGrid>
      )}
    </ListSection>
  )
}

const DOMAINS = [
  { kind: 'audio', name: 'Sonic Creativity', text: 'Songs, voices, scores and noise.' },
  { kind: 'image', name: 'Visual Artistry', text: 'Images from words and light.' },
  { kind: 'text', name: 'Literary Mastery', text: 'Stories, verse and whole books.' },
  { kind: 'video', name: 'Video Wizardry', text: 'Motion, from a clip to a film.' },
] as const

const maxVoting = 3

/** Challenges that take votes, those that end first before others (NAV-45). */
function OpenVoting({
  voting,
  signedIn,
  now,
}: {
  voting: HomeChallenges['voting']
  signedIn: boolean
  now: Date
}) {
  if (voting.length === 0) return null
  return (
    <Section
      id="open-voting"
      title="Open for Voting"
      link={{ to: '/challenges/voting', label: `All ${formatNumber(voting.length)} in voting` }}
    >
      <VotingCards challenges={voting.slice(0, maxVoting)} signedIn={signedIn} now={now} />
    </Section>
  )
}

/** The winning submissions of the challenges that were completed last, with links to their results (NAV-49). */
function LatestResults({ winners }: { winners: readonly WinningSubmission[] }) {
  if (winners.length === 0) return null
  return (
    <Section
      id="latest-results"
      title="Latest Results"
      link={{ to: '/challenges/archive', label: 'Challenge archive' }}
    >
      <ul className="picture-rows">
        {winners.map((winner) => (
          <LinkArea as="li" key={winner.id} className={cardRatio(winner)}>
            <Cover submission={winner} />
            <h3 className="mt-2.5 text-body leading-tight">
              <CoverLink dir="auto" to={`/challenges/${winner.challengeId}/results`}>
                {winner.challengeTitle}
              </CoverLink>
            </h3>
            <p className="mt-1 text-small wrap-anywhere text-muted">
              won by {isolated(memberName(winner.author.displayName))}
            </p>
          </LinkArea>
        ))}
      </ul>
    </Section>
  )
}

function RecentSubmissions({ submissions }: { submissions: SubmissionSummary[] | null }) {
  return (
    <ListSection
      id="recent-submissions"
      title="Recent Submissions"
      subtitle="Fresh from the mats."
      link={{ to: '/challenges/submissions', label: 'All submissions' }}
      items={submissions}
      failed="Failed to load submissions. Please try again later."
      empty={<EmptyState subject="scroll">{NO_SUBMISSIONS}</EmptyState>}
    >
      {(items) => (
        <SubmissionRows
          submissions={items}
          card={(row) => <SubmissionCard submission={row} walk={{ list: 'all' }} />}
        />
      )}
    </ListSection>
  )
}

/** Links to the tools page (NAV-34). */
function ToolsTeaser() {
  return (
    <Card
      as="section"
      flush
      aria-labelledby="tools-heading"
      className="mt-18 grid overflow-hidden lg:grid-cols-[2fr_3fr]"
    >
      <div className="p-6 sm:p-9">
        <h2 id="tools-heading" className="text-title">
          AI Creative Tools
        </h2>
        <p className="mt-3 mb-6 text-muted">Tools for every discipline, each with advice from a coach.</p>
        <ButtonLink to="/tools" variant="secondary">
          Explore the tools
        </ButtonLink>
      </div>
      <ul className="grid border-line bg-ground-2 max-lg:border-t sm:grid-cols-2 lg:border-l">
        {DOMAINS.map(({ kind, name, text }) => (
          <li key={kind} className="flex gap-4 p-6 shadow-[0_0_0_0.5px_var(--color-line)]">
            <KindIcon kind={kind} className="size-7 text-gold" />
            <div>
              <h3 className="text-[1.125rem] leading-snug">{name}</h3>
              <p className="mt-1 text-calm text-muted">{text}</p>
            </div>
          </li>
        ))}
      </ul>
    </Card>
  )
}
