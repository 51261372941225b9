import { viewerContext } from '#app/context.ts'
import { pageMeta } from '#app/frame/page-meta.ts'
import type { FrameHandle } from '#app/frame/tab-bar.tsx'
import { ChallengeCard } from '#app/parts/challenge-card.tsx'
import { EmptyDojo, NO_ACTIVE_CHALLENGES, NO_NINJAS, NO_SUBMISSIONS } from '#app/parts/empty-dojo.tsx'
import { memberName } from '#app/parts/names.ts'
import { SubmissionCard, SubmissionRows } from '#app/parts/submission-card.tsx'
import { TimeLeft } from '#app/parts/time-left.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid, CoverLink, LinkArea } from '#app/ui/card.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { KindIcon } from '#app/ui/icon.tsx'
import { Count, formatNumber } from '#app/ui/number.tsx'
import { ListSection, Section } from '#app/ui/section.tsx'
import { Time } from '#app/ui/time.tsx'
import type { HomeChallenges } from '#domain/challenges/home.server.ts'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { LEADERBOARD_SIZE } from '#domain/members/queries.server.ts'
import type { SubmissionSummary } from '#domain/submissions/queries.server.ts'
import type { Route } from './+types/home.ts'
import { Hero } from './hero.tsx'
import { loadHome } from './home.server.ts'
import { MemberStrip } from './member-strip.tsx'
import { RankPath, TopNinjas } from './rankings.tsx'

const DOMAINS = [
  { kind: 'audio', name: 'Sonic Creativity', text: 'Songs, voices, scores and noise.' },
  { kind: 'image', name: 'Visual Artistry', text: 'Images from words and light.' },
  { kind: 'text', name: 'Literary Mastery', text: 'Stories, verse and whole books.' },
  { kind: 'video', name: 'Video Wizardry', text: 'Motion, from a clip to a film.' },
] as const

export const handle: FrameHandle = { tabs: true }

export async function loader({ request, context }: Route.LoaderArgs) {
  const expanded = new URL(request.url).searchParams.get('ninjas') === String(LEADERBOARD_SIZE.all)
  const home = await loadHome(context, expanded)
  const viewer = context.get(viewerContext)
  return { ...home, expanded, viewer }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, {
    title: 'Timed creative challenges',
    feed: { path: '/challenges.atom', title: 'Challenges' },
  })
}

export default function Home({ loaderData }: Route.ComponentProps) {
  const { lead, challenges, ninjas, sizes, submissions, expanded, now, viewer } = loaderData
  const signedIn = viewer !== null
  const isAdmin = viewer?.isAdmin ?? false
  const isEmpty = challenges?.length === 0 && submissions?.length === 0
  return (
    <>
      <Hero
        challenge={lead?.featured ?? null}
        votingIsOpen={(lead?.voting.length ?? 0) > 0}
        failed={challenges === null}
        isEmpty={isEmpty}
        signedIn={signedIn}
        isAdmin={isAdmin}
        now={now}
      />
      <div className="page">
        {viewer && lead && !isEmpty && <MemberStrip viewer={viewer} challenges={lead} now={now} />}
        {isEmpty ? (
          <NothingYet isAdmin={isAdmin} hasMembers={ninjas?.length !== 0} />
        ) : (
          <ActiveChallenges challenges={challenges} signedIn={signedIn} now={now} />
        )}
        {lead && lead.voting.length > 0 && <OpenVoting voting={lead.voting} now={now} />}
        {lead && lead.decided.length > 0 && <LatestResults decided={lead.decided} />}
        <div className="mt-18 grid items-start gap-x-6 gap-y-18 lg:grid-cols-[5fr_4fr]">
          {!(isEmpty && ninjas?.length === 0) && (
            <TopNinjas ninjas={ninjas} sizes={sizes} expanded={expanded} />
          )}
          <RankPath myRank={viewer?.rank ?? null} />
        </div>
        {!isEmpty && <RecentSubmissions submissions={submissions} />}
        <ToolsTeaser />
      </div>
    </>
  )
}

/** The only empty state of home as long as there is nothing to show (NAV-48). */
function NothingYet({ isAdmin, hasMembers }: { isAdmin: boolean; hasMembers: boolean }) {
  return (
    <div className="mt-10">
      <EmptyDojo isAdmin={isAdmin}>
        {NO_ACTIVE_CHALLENGES} {NO_SUBMISSIONS} {!hasMembers && NO_NINJAS}
      </EmptyDojo>
    </div>
  )
}

interface Props {
  challenges: ChallengeSummary[] | null
  signedIn: boolean
  now: Date
}

function ActiveChallenges({ challenges, signedIn, now }: Props) {
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

const maxVoting = 3

/** Challenges that take votes, those that end first before others (NAV-45). */
function OpenVoting({ voting, now }: { voting: HomeChallenges['voting']; now: Date }) {
  return (
    <Section
      id="open-voting"
      title="Open for Voting"
      subtitle="The entries are in. One vote each."
      link={{ to: '/challenges/voting', label: `All ${formatNumber(voting.length)} in voting` }}
    >
      <Card as="ul" flush className="divide-y divide-line">
        {voting.slice(0, maxVoting).map(({ id, title, submissionCount, votingEndsAt }) => (
          <LinkArea
            as="li"
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-4 sm:px-6"
          >
            <h3 className="min-w-0 basis-full truncate text-card sm:flex-1 sm:basis-64">
              <CoverLink to={`/challenges/${id}/submissions?mode=voting`}>{title}</CoverLink>
            </h3>
            <p className="flex flex-wrap gap-x-5 text-small text-muted">
              <Count value={submissionCount} one="entry" many="entries" />
              {votingEndsAt && <TimeLeft until={votingEndsAt} now={now} voting />}
            </p>
          </LinkArea>
        ))}
      </Card>
    </Section>
  )
}

/** Links to the results of the challenges that were completed last (NAV-49). */
function LatestResults({ decided }: { decided: HomeChallenges['decided'] }) {
  return (
    <Section
      id="latest-results"
      title="Latest Results"
      subtitle="Who won, and why."
      link={{ to: '/challenges/archive', label: 'Challenge archive' }}
    >
      <Card as="ul" flush className="divide-y divide-line">
        {decided.map(({ id, title, winnerName, completedAt }) => (
          <LinkArea
            as="li"
            key={id}
            className="flex flex-wrap items-center justify-between gap-x-6 gap-y-1 px-5 py-4 sm:px-6"
          >
            <h3 className="min-w-0 basis-full truncate text-card sm:flex-1 sm:basis-64">
              <CoverLink to={`/challenges/${id}/results`}>{title}</CoverLink>
            </h3>
            <p className="flex min-w-0 flex-wrap gap-x-5 text-small text-muted">
              <span className="wrap-anywhere">won by {memberName(winnerName)}</span>
              {completedAt && <Time value={completedAt} style="short" />}
            </p>
          </LinkArea>
        ))}
      </Card>
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
      {(items) => <SubmissionRows submissions={items} card={(row) => <SubmissionCard submission={row} />} />}
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
