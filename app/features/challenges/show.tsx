import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/challenge-error.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import type { FrameHandle } from '#app/frame/tab-bar.tsx'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { emptyText, GALLERY_FAILED, hiddenSubmissionsNote } from '#app/parts/gallery-notes.ts'
import { SeenReporter } from '#app/parts/seen-reporter.tsx'
import { SubmissionCard, SubmissionRows } from '#app/parts/submission-card.tsx'
import { progressText } from '#app/parts/submission-progress.tsx'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { ListSection } from '#app/ui/section.tsx'
import { recommendedTools, requirementsOf } from '#domain/challenges/guidance.ts'
import {
  type ChallengeDetail,
  type ChallengeSummary,
  moreChallenges,
} from '#domain/challenges/queries.server.ts'
import { isOpenForVotes, isSecretBallot } from '#domain/challenges/rules.ts'
import type { Viewer } from '#domain/members/rules.ts'
import { secretBallot } from '#domain/submissions/ballot-order.server.ts'
import { type GalleryPage, gallery } from '#domain/submissions/galleries.server.ts'
import { mySubmission } from '#domain/submissions/queries.server.ts'
import type { Route } from './+types/show.ts'
import { ChallengeRow } from './challenge-row.tsx'
import { ChallengeView } from './challenge-view.tsx'
import { Podium } from './podium.tsx'

/** Submissions shown on the challenge page: two rows of four. */
const PREVIEW_SIZE = 8

export const handle: FrameHandle = { tabs: true }

export async function loader({ params, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const challenge = await findChallenge(context, params.id)
  const [now, submissions, more, mine] = await Promise.all([
    pageTime(context),
    loadOrNull(
      context,
      (isSecretBallot(challenge) ? secretBallot : gallery)(db, scope, challenge.id, PREVIEW_SIZE),
    ),
    loadOrNull(context, moreChallenges(db, scope, challenge.id)),
    challenge.mySubmissionId ? loadOrNull(context, mySubmission(db, scope, challenge.id)) : null,
  ])
  const progress = mine ? progressText(mine, scope.moderation === 'before') : null
  return {
    challenge,
    submissions,
    more,
    viewer: scope.viewer,
    progress,
    requirements: requirementsOf(challenge).map(({ text }) => text),
    tools: recommendedTools(challenge.kind),
    now,
  }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  const image = shareImage(`/challenges/${id}`, `The challenge ${title}`)
  return pageMeta(args, { title, description, image, hidden: status === 'draft' })
}

export default function ShowChallenge({ loaderData }: Route.ComponentProps) {
  const { challenge, submissions, more, viewer, now } = loaderData
  return (
    <div className="page">
      <ChallengeView {...loaderData}>
        {challenge.winner?.submissionId && submissions && (
          <Podium winnerId={challenge.winner.submissionId} submissions={submissions.submissions} />
        )}
        {challenge.status === 'completed' && (
          <p>
            <ArrowLink to={`/challenges/${challenge.id}/results`}>
              Results and how they were counted
            </ArrowLink>
          </p>
        )}
      </ChallengeView>
      {viewer && isOpenForVotes(challenge, now) && <SeenReporter challengeId={challenge.id} />}
      <SubmissionsPreview {...loaderData} />
      <MoreChallenges challenges={more} signedIn={viewer !== null} now={now} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}

interface Props {
  /** null if they could not be loaded. */
  challenges: ChallengeSummary[] | null
  signedIn: boolean
  now: Date
}

/** Three other open challenges (CHL-51). */
function MoreChallenges({ challenges, signedIn, now }: Props) {
  return (
    <ListSection
      id="more-challenges"
      title="More Challenges"
      link={{ to: '/challenges', label: 'All challenges' }}
      items={challenges}
      failed="Could not load recent challenges."
      empty={
        <EmptyState
          action={
            <ButtonLink to="/challenges#completed-challenges" variant="secondary">
              See completed challenges
            </ButtonLink>
          }
        >
          No active challenges found.
        </EmptyState>
      }
    >
      {(items) => <ChallengeRow challenges={items} signedIn={signedIn} now={now} />}
    </ListSection>
  )
}

interface SubmissionsPreviewProps {
  challenge: ChallengeDetail
  /** null if they could not be loaded. */
  submissions: GalleryPage | null
  viewer: Viewer
  now: Date
}

function SubmissionsPreview({ challenge, submissions, viewer, now }: SubmissionsPreviewProps) {
  const total = submissions?.total ?? 0
  const all = { to: `/challenges/${challenge.id}/submissions`, label: `View all ${formatNumber(total)}` }
  return (
    <ListSection
      id="submissions"
      title="Submissions"
      subtitle={total > 0 && hiddenSubmissionsNote(challenge, now)}
      link={total > 0 ? all : undefined}
      items={submissions?.submissions ?? null}
      failed={GALLERY_FAILED}
      empty={<EmptyState subject="scroll">{emptyText(challenge, now)}</EmptyState>}
    >
      {(items) => (
        <SubmissionRows
          submissions={items}
          card={(submission) => (
            <SubmissionCard
              submission={submission}
              without="challenge"
              badge={challenge.winner?.submissionId === submission.id && <WinnerBadge />}
              isMine={submission.author.id === viewer?.id}
            />
          )}
        />
      )}
    </ListSection>
  )
}

function WinnerBadge() {
  return (
    <Badge tone="winner" on="image">
      Winner
    </Badge>
  )
}
