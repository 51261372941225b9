import { servicesContext } from '#app/context.ts'
import type { FrameHandle } from '#app/frame/navigation/tab-bar.tsx'
import { pageMeta } from '#app/frame/page-meta.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { celebrateNewRank } from '#app/middleware/new-rank.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { ActionLink, ChallengeTime } from '#app/parts/challenges/challenge-card.tsx'
import { TimeLeft } from '#app/parts/challenges/time-left.tsx'
import { VotingCards } from '#app/parts/challenges/voting-cards.tsx'
import { Image } from '#app/parts/image.tsx'
import { placingText } from '#app/parts/submissions/submission-status.tsx'
import { Thumb } from '#app/parts/thumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card, CoverLink, LinkArea } from '#app/ui/card.tsx'
import { type Fact, Facts, Figure } from '#app/ui/figures/facts.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { PageHeader } from '#app/ui/page-header.tsx'
import { ListSection } from '#app/ui/section.tsx'
import { EmptyState } from '#app/ui/states.tsx'
import { ArrowLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { ChallengeSummary } from '#domain/challenges/queries.server.ts'
import { cardAction } from '#domain/challenges/rules.ts'
import { type LedgerRow, pointsEntries } from '#domain/points/queries.server.ts'
import { REASON_LABELS } from '#domain/points/reasons.ts'
import {
  type MyResult,
  myChallenges,
  myResults,
  myStreak,
  type VotingChallenge,
} from '#domain/reporting/my-dojo.server.ts'
import { type DraftRow, draftsOf } from '#domain/submissions/drafts.server.ts'
import type { Route } from './+types/my-dojo.ts'

export const handle: FrameHandle = { tabs: true }

/** What the viewer can do now, and how the last things went (NAV-50). */
export async function loader({ request, context }: Route.LoaderArgs) {
  const viewer = requireMember(request, context)
  await celebrateNewRank(request, context)
  const { db } = context.get(servicesContext)
  const scope = { ...scopeOf(context), viewer }
  const [streak, drafts, challenges, results, points] = await Promise.all([
    loadOrNull(context, myStreak(db, viewer)),
    loadOrNull(context, draftsOf(db, viewer)),
    loadOrNull(context, myChallenges(db, scope)),
    loadOrNull(context, myResults(db, viewer)),
    loadOrNull(context, pointsEntries(db, viewer.id, { limit: 6 })),
  ])
  return {
    viewer,
    now: streak?.now ?? new Date(),
    months: streak?.months ?? null,
    drafts,
    challenges,
    results,
    points,
  }
}

export function meta(args: Route.MetaArgs) {
  return pageMeta(args, { title: 'My Dojo', hidden: true })
}

export default function MyDojo({ loaderData }: Route.ComponentProps) {
  const { now, drafts, challenges, results, points } = loaderData
  return (
    <div className="page">
      <PageHeader
        title="My Dojo"
        actions={
          <ButtonLink to="/profile/calendar" variant="secondary">
            Calendar
          </ButtonLink>
        }
      />
      <Facts facts={factsOf(loaderData)} />
      <Drafts drafts={drafts} now={now} />
      <Votes challenges={challenges?.votes ?? null} now={now} />
      <Open challenges={challenges?.open ?? null} now={now} />
      <div className="mt-18 grid grid-cols-1 items-start gap-x-8 gap-y-18 lg:grid-cols-2">
        <Results results={results} />
        <Points rows={points} />
      </div>
    </div>
  )
}

function factsOf({ viewer, challenges, months }: Route.ComponentProps['loaderData']): Fact[] {
  const votes = challenges && formatNumber(challenges.votes.length)
  const streak = months !== null && formatCount(months, 'month')
  return [
    ...(votes ? [{ label: 'Votes left', value: <Figure>{votes}</Figure> }] : []),
    { label: 'Points', value: <Figure>{formatNumber(viewer.points)}</Figure>, note: viewer.rank },
    ...(streak
      ? [{ label: 'Streak', value: <Figure>{streak}</Figure>, note: 'in a row with an entry' }]
      : []),
  ]
}

interface ListProps<Item> {
  challenges: readonly Item[] | null
  now: Date
}

function Votes({ challenges, now }: ListProps<VotingChallenge>) {
  return (
    <ListSection
      id="votes"
      title="Votes left"
      link={{ to: '/challenges/voting', label: 'All voting' }}
      items={challenges}
      failed="Failed to load challenges available for voting"
      empty={<p className="text-muted">All voted. Nice.</p>}
      className="mt-14"
    >
      {(items) => <VotingCards challenges={items} signedIn now={now} />}
    </ListSection>
  )
}

/** Only with drafts: the form offers to save one. */
function Drafts({ drafts, now }: { drafts: readonly DraftRow[] | null; now: Date }) {
  if (drafts?.length === 0) return null
  return (
    <ListSection
      id="drafts"
      title="Drafts"
      items={drafts}
      failed="Failed to load your drafts"
      empty={null}
      className="mt-14"
    >
      {(items) => (
        <Rows
          rows={items.map(({ title, challenge, image, deadline, isOpen, savedAt }) => ({
            key: challenge.id,
            picture: <Thumb image={image} kind={challenge.kind} />,
            to: `/challenges/${challenge.id}/submit`,
            title: title || 'Draft without a title',
            detail: (
              <>
                <bdi>{challenge.title}</bdi> · saved <Time value={savedAt} format="shorttime" />
              </>
            ),
            aside: isOpen ? (
              <span className="flex flex-wrap items-center gap-x-5">
                {deadline && <TimeLeft until={deadline} now={now} />}
                <ArrowLink to={`/challenges/${challenge.id}/submit`} className="relative z-1">
                  Continue{' '}
                  <span dir="auto" className="sr-only">
                    {title || 'Draft without a title'}
                  </span>
                </ArrowLink>
              </span>
            ) : (
              'Closed'
            ),
          }))}
        />
      )}
    </ListSection>
  )
}

function Open({ challenges, now }: ListProps<ChallengeSummary>) {
  return (
    <ListSection
      id="open"
      title="Your challenges"
      link={{ to: '/challenges', label: 'All challenges' }}
      items={challenges}
      failed="Failed to load your challenges"
      empty={
        <EmptyState subject="moon" action={<ButtonLink to="/challenges">Browse Challenges</ButtonLink>}>
          Enter a challenge or choose “Remind me” on one.
        </EmptyState>
      }
    >
      {(items) => (
        <Rows
          rows={items.map((challenge) => ({
            key: challenge.id,
            to: `/challenges/${challenge.id}`,
            picture: <Art image={challenge.image} />,
            title: challenge.title,
            detail: <ChallengeTime challenge={challenge} now={now} />,
            aside: <ChallengeAction challenge={challenge} now={now} />,
          }))}
        />
      )}
    </ListSection>
  )
}

function Art({ image }: Pick<ChallengeSummary, 'image'>) {
  return (
    <span className="flex-none">
      <Image image={image} fallback="challenge" alt="" sizes="96px" className="h-14 w-24 rounded-lg" />
    </span>
  )
}

function ChallengeAction({ challenge, now }: { challenge: ChallengeSummary; now: Date }) {
  const action = cardAction(challenge, true, now)
  if (action.to === `/challenges/${challenge.id}`) return null
  return (
    <span className="relative z-1">
      <ActionLink action={action} />
    </span>
  )
}

function Results({ results }: { results: readonly MyResult[] | null }) {
  return (
    <ListSection
      id="results"
      title="Latest results"
      link={{ to: '/profile/submissions', label: 'My submissions' }}
      items={results}
      failed="Failed to load your results"
      empty={<p className="text-muted">No results yet.</p>}
      className=""
    >
      {(items) => (
        <Rows
          rows={items.map(({ id, title, image, challenge, placing }) => ({
            key: id,
            picture: <Thumb image={image} kind={challenge.kind} />,
            to: `/challenges/${challenge.id}/submissions/${id}`,
            title,
            detail: <bdi>{challenge.title}</bdi>,
            aside: placingText(placing),
          }))}
        />
      )}
    </ListSection>
  )
}

function Points({ rows }: { rows: readonly LedgerRow[] | null }) {
  return (
    <ListSection
      id="points"
      title="Latest points"
      link={{ to: '/profile/points', label: 'All points' }}
      items={rows}
      failed="Failed to load your points"
      empty={<p className="text-muted">No points yet. Enter a challenge or vote.</p>}
      className=""
    >
      {(items) => (
        <Rows
          rows={items.map(({ id, reason, challenge, points }) => ({
            key: id,
            to: challenge ? `/challenges/${challenge.id}` : '/profile/points',
            title: REASON_LABELS[reason],
            detail: challenge && <bdi>{challenge.title}</bdi>,
            aside: `${points > 0 ? '+' : '\u2212'}${formatNumber(Math.abs(points))}`,
          }))}
        />
      )}
    </ListSection>
  )
}

interface Row {
  key: string
  to: string
  picture?: React.ReactNode
  title: string
  detail?: React.ReactNode
  aside: React.ReactNode
}

function Rows({ rows }: { rows: readonly Row[] }) {
  return (
    <Card as="ul" flush className="divide-y divide-line overflow-hidden">
      {rows.map(({ key, to, picture, title, detail, aside }) => (
        <LinkArea as="li" key={key} className="flex flex-wrap items-center gap-x-4 gap-y-2 px-4 py-3 sm:px-5">
          {picture}
          <div className="flex min-w-0 flex-1 basis-32 flex-wrap items-baseline justify-between gap-x-5 gap-y-0.5">
            <div className="min-w-0 wrap-anywhere">
              <CoverLink
                dir="auto"
                to={to}
                className="inline-block min-h-6 font-semibold group-hover/link:underline"
              >
                {title}
              </CoverLink>
              {detail && <p className="text-small text-muted">{detail}</p>}
            </div>
            <span className="text-calm text-muted tabular-nums">{aside}</span>
          </div>
        </LinkArea>
      ))}
    </Card>
  )
}
