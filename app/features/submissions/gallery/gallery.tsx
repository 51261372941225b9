import { redirect } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { ChallengeError, MISSING_TITLE } from '#app/frame/errors/challenge-error.tsx'
import { pageMeta, shareImage } from '#app/frame/page-meta.ts'
import { findChallenge } from '#app/middleware/challenge.server.ts'
import { loadOrNull } from '#app/middleware/load-or-null.server.ts'
import { pageTime } from '#app/middleware/time.server.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { barText } from '#app/parts/bar-text.tsx'
import {
  Description,
  participantsFact,
  Requirements,
  TimeLeftFigure,
  votesFacts,
} from '#app/parts/challenge-facts.tsx'
import { GALLERY_FAILED } from '#app/parts/gallery-notes.ts'
import { REWARD_TEXTS } from '#app/parts/rewards.tsx'
import { SeenReporter } from '#app/parts/seen-reporter.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { ErrorPanel } from '#app/ui/error-panel.tsx'
import { type Fact, Facts, Figure } from '#app/ui/facts.tsx'
import { Notice } from '#app/ui/notice.tsx'
import { formatNumber } from '#app/ui/number.tsx'
import { Section } from '#app/ui/section.tsx'
import { Time } from '#app/ui/time.tsx'
import { requirementsOf } from '#domain/challenges/guidance.ts'
import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import {
  badgeLabel,
  isFinished,
  isOpenForVotes,
  isSecretBallot,
  NO_START,
  statusLabel,
} from '#domain/challenges/rules.ts'
import { secretBallot } from '#domain/submissions/ballot-order.server.ts'
import { gallery } from '#domain/submissions/galleries.server.ts'
import { GALLERY_PAGE_SIZE } from '#domain/submissions/rules.ts'
import { ownVote } from '#domain/voting/queries.server.ts'
import { lastPage, pageInstead } from '#platform/paging.ts'
import { isolated } from '#platform/text/isolated.ts'
import type { Route } from './+types/gallery.ts'
import { GalleryGrid } from './gallery-grid.tsx'
import { GalleryHead } from './gallery-head.tsx'
import { galleryPath, readGalleryParams } from './gallery-params.ts'

export async function loader({ params, request, context }: Route.LoaderArgs) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const asked = readGalleryParams(new URL(request.url).searchParams)
  const challenge = await findChallenge(context, params.id)
  const [now, submissions, myVote] = await Promise.all([
    pageTime(context),
    loadOrNull(
      context,
      (isSecretBallot(challenge) ? secretBallot : gallery)(db, scope, challenge.id, asked.shown, asked),
    ),
    loadOrNull(context, ownVote(db, scope, challenge.id)),
  ])
  const filters = { ...asked, order: submissions?.order ?? null }
  const last = lastPage(submissions?.total ?? 0, GALLERY_PAGE_SIZE)
  const instead = submissions && pageInstead(filters, last, submissions.submissions.length)
  if (instead) throw redirect(galleryPath(challenge.id, { ...filters, ...instead }))
  const { viewer, moderation } = scope
  const { submissionId: votedForId, bar } = myVote ?? { submissionId: null, bar: null }
  const requirements = requirementsOf(challenge).map(({ text }) => text)
  return { challenge, submissions, requirements, votedForId, bar, filters, viewer, moderation, now }
}

export function meta({ loaderData, ...args }: Route.MetaArgs) {
  if (!loaderData) return pageMeta(args, { title: MISSING_TITLE, hidden: true })
  const { id, title, description, status } = loaderData.challenge
  return pageMeta(args, {
    title: `Submissions to ${isolated(title)}`,
    description,
    image: shareImage(`/challenges/${id}`, `The challenge ${title}`),
    hidden: status === 'draft',
  })
}

export default function GalleryPage({ loaderData }: Route.ComponentProps) {
  const { challenge, submissions, votedForId, bar, filters, viewer, moderation, now } = loaderData
  return (
    <div className="page-wide">
      <GalleryHead
        challenge={challenge}
        total={submissions?.total ?? null}
        filters={filters}
        signedIn={viewer !== null}
        votedForId={votedForId}
        bar={bar}
        now={now}
      />
      {bar && !votedForId && isOpenForVotes(challenge, now) && (
        <div className="mb-6">
          <Notice>{barText(bar)}</Notice>
        </div>
      )}
      {viewer && isOpenForVotes(challenge, now) && <SeenReporter challengeId={challenge.id} />}
      {submissions ? (
        <GalleryGrid
          challenge={challenge}
          gallery={submissions}
          votedForId={votedForId}
          bar={bar}
          viewerId={viewer?.id ?? null}
          reviewed={moderation === 'before'}
          filters={filters}
          now={now}
        />
      ) : (
        <ErrorPanel message={GALLERY_FAILED} />
      )}
      <GalleryDetails challenge={challenge} requirements={loaderData.requirements} now={now} />
    </div>
  )
}

export function ErrorBoundary({ error }: Route.ErrorBoundaryProps) {
  return <ChallengeError error={error} />
}

interface DetailsProps {
  challenge: ChallengeDetail
  requirements: readonly string[]
  now: Date
}

/** The challenge's details below its submissions (CHL-64). */
function GalleryDetails({ challenge, requirements, now }: DetailsProps) {
  return (
    <Section id="challenge-details" title="Challenge Details">
      <p className="-mt-2 mb-5">
        <Badge tone={challenge.status}>{badgeLabel(challenge.status)}</Badge>
      </p>
      <Facts
        facts={[
          phase(challenge, now),
          participantsFact(challenge),
          ...votesFacts(challenge),
          points(challenge),
        ]}
      />
      <div className="mt-8 grid gap-x-12 gap-y-8 lg:grid-cols-2">
        <div>
          <h3 className="mb-3 text-card">Description</h3>
          <Description challenge={challenge} />
        </div>
        <div>
          <h3 className="mb-3 text-card">Requirements</h3>
          <Requirements requirements={requirements} />
        </div>
      </div>
    </Section>
  )
}

function phase(challenge: ChallengeDetail, now: Date): Fact {
  const { status, startDate, deadline } = challenge
  if (isFinished(status)) return { label: statusLabel(status), value: <Figure>Finished</Figure> }
  if (status === 'voting')
    return {
      label: 'Voting Phase',
      value: <Figure>{isOpenForVotes(challenge, now) ? 'In Progress' : 'Over'}</Figure>,
    }
  if (status !== 'active')
    return { label: 'Starts', value: startDate ? <Time value={startDate} style="datetime" /> : NO_START }
  return { label: 'Time Left', value: deadline ? <TimeLeftFigure until={deadline} now={now} /> : 'N/A' }
}

function points({ allowVoting, pointValue }: ChallengeDetail): Fact {
  return {
    label: 'Points',
    value: <Figure>+{formatNumber(pointValue)}</Figure>,
    note: allowVoting ? REWARD_TEXTS.winnerNote : undefined,
  }
}
