import { Suspense } from 'react'
import { useLocation, useRouteLoaderData } from 'react-router'
import { Avatar } from '#app/parts/avatar.tsx'
import { MemberLine } from '#app/parts/member.tsx'
import { memberName } from '#app/parts/names.ts'
import { useOpenedReport } from '#app/parts/opened-report.ts'
import { RankProgress } from '#app/parts/rank.tsx'
import { SubmissionCard } from '#app/parts/submission-card.tsx'
import { submissionPath } from '#app/parts/submission-path.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { Button, ButtonLink } from '#app/ui/button.tsx'
import { Card, CardGrid } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Notice } from '#app/ui/notice.tsx'
import { formatCount, formatNumber } from '#app/ui/number.tsx'
import { Paragraphs } from '#app/ui/paragraphs.tsx'
import { Section } from '#app/ui/section.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import { showToast } from '#app/ui/toast.tsx'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { betterThanPercent, formatOrdinal, receiptNumber } from '#domain/submissions/rules.ts'
import { CreationDetails, Media } from '../work.tsx'
import type { LoadedSubmission } from './show.server.ts'
import { VotePanel } from './vote-panel.tsx'

// On the server the panel is loaded with this module, so that no page waits for it (decision 034). Browsers load it for
// administrators only.
const loaded = import.meta.env.SSR ? await import('./moderation-panel.tsx') : null
const ModerationPanel =
  loaded?.ModerationPanel ??
  lazyPart(() => import('./moderation-panel.tsx').then((module) => ({ default: module.ModerationPanel })))
// Below the first view, so browsers load their code after the rest.
const loadedComments = import.meta.env.SSR ? await import('../comments/comments.tsx') : null
const Comments =
  loadedComments?.Comments ??
  lazyPart(() => import('../comments/comments.tsx').then((module) => ({ default: module.Comments })))

/** The submission page (SUB-33). Narrow screens show the votes before the creation process. */
export function SubmissionView(page: LoadedSubmission) {
  const { submission, more, comments, isMine } = page
  useOpenedReport(submission.challengeId, submission.id, page.reportsViews)
  return (
    <div className="page pt-6">
      <SubmissionBreadcrumb {...page} />
      {submission.moderation && (
        <Suspense fallback={<Card className="mb-6 min-h-17" />}>
          <ModerationPanel submission={submission} moderation={submission.moderation} />
        </Suspense>
      )}
      <SubmissionNotices {...page} />
      <article className="grid items-start gap-x-7 gap-y-8 lg:grid-cols-[minmax(0,1fr)_21.25rem] lg:grid-rows-[auto_1fr]">
        <Work {...page} />
        <aside className="grid gap-5 lg:sticky lg:top-20 lg:row-span-2" aria-label="About this submission">
          <ReceiptCard {...page} />
          <VotePanel {...page} />
          <ResultCard {...page} />
          <CreatorCard author={submission.author} />
          {submission.status !== 'rejected' && <ShareCard title={submission.title} />}
          {!isMine && submission.status !== 'rejected' && (
            <TextLink
              to={`/report/submission/${submission.id}`}
              className="inline-block min-h-6 justify-self-start text-small"
            >
              Report this submission
            </TextLink>
          )}
        </aside>
        <CreationDetails submission={submission} />
      </article>
      {comments && (
        <Suspense>
          <Comments {...page} comments={comments} />
        </Suspense>
      )}
      {more.length > 0 && (
        <Section title="More from this challenge" id="more">
          <CardGrid columns={4}>
            {more.map((other) => (
              <SubmissionCard key={other.id} submission={other} without="challenge" />
            ))}
          </CardGrid>
        </Section>
      )}
    </div>
  )
}

function SubmissionBreadcrumb({ submission, challenge, mayEdit, mayWithdraw }: LoadedSubmission) {
  const crumbs = [
    { label: 'Challenges', to: '/challenges' },
    { label: challenge.title, to: `/challenges/${submission.challengeId}` },
    { label: 'Submissions', to: `/challenges/${submission.challengeId}/submissions` },
  ]
  return (
    <div className="flex flex-wrap items-start justify-between gap-x-6">
      <Breadcrumb crumbs={crumbs} />
      {(mayEdit || mayWithdraw) && (
        <div className="mb-5 flex flex-wrap gap-3">
          {mayEdit && (
            <ButtonLink to={`${submissionPath(submission)}/edit`} variant="secondary" size="small">
              <Icon name="edit" className="size-4" />
              Edit Submission
            </ButtonLink>
          )}
          {mayWithdraw && (
            <ButtonLink to={`${submissionPath(submission)}/withdraw`} variant="danger" size="small">
              Withdraw
            </ButtonLink>
          )}
        </div>
      )}
    </div>
  )
}

function Work({ submission, content }: LoadedSubmission) {
  return (
    <div className="grid gap-8">
      <Media submission={submission} content={content} />
      <div>
        {submission.isWinner && (
          <p className="mb-3">
            <Badge tone="winner">Winner</Badge>
          </p>
        )}
        <h1 dir="auto" className="text-page">
          {submission.title}
        </h1>
        <Paragraphs text={submission.description} className="mt-3 text-lead" />
      </div>
    </div>
  )
}

/** Of the viewer's own submission: how far it is, and its receipt (SUB-76, SUB-77). */
function ReceiptCard({ submission, progress }: Pick<LoadedSubmission, 'submission' | 'progress'>) {
  if (progress === null) return null
  return (
    <Card as="section" eyebrow="Your entry">
      <p className="text-lead font-semibold">{progress}</p>
      <p className="mt-1 text-calm text-muted">
        Number {receiptNumber(submission.id)}, received{' '}
        <Time value={submission.submittedAt} style="datetime" />
      </p>
    </Card>
  )
}

/** The place of a submission in its completed challenge (CHL-74). */
function ResultCard({ submission }: Pick<LoadedSubmission, 'submission'>) {
  const { placing } = submission
  if (!placing) return null
  const { place, entries, points } = placing
  return (
    <Card as="section" eyebrow="Result" tone={place === 1 ? 'won' : undefined}>
      <p className="font-display text-hero leading-none">{formatOrdinal(place)}</p>
      <p className="mt-2">
        {entries > 1 && place < entries
          ? `Better than ${betterThanPercent(placing)}% of ${formatNumber(entries)} entries.`
          : `Of ${formatCount(entries, 'entry', 'entries')}.`}
      </p>
      <p className="mt-1 text-calm text-muted">{formatCount(points, 'point')} earned with it</p>
      <p className="mt-4 flex flex-wrap gap-x-6 gap-y-1">
        <ArrowLink to={`/challenges/${submission.challengeId}/results`}>All results</ArrowLink>
        <ArrowLink as="a" href={`${submissionPath(submission)}/share.png`} target="_blank" icon="external">
          Share image
        </ArrowLink>
      </p>
    </Card>
  )
}

/** Notices for the owner, and for administrators on a rejected submission (SUB-28). */
function SubmissionNotices({ submission, isMine, mayEdit, isFrozen, awaitsApproval }: LoadedSubmission) {
  const rejected = submission.status === 'rejected'
  if (!rejected && !awaitsApproval && !isFrozen) return null
  return (
    <div className="mb-6">
      {rejected && (
        <Notice tone="bad">
          <strong className="block">{isMine ? 'Your submission was rejected' : 'Rejected'}</strong>
          {submission.rejectionReason}
          {mayEdit && <span className="block">You can edit it, which sends it back for review.</span>}
        </Notice>
      )}
      {isFrozen && (
        <Notice>
          Members could already vote for this submission, so it can no longer be edited or withdrawn.
        </Notice>
      )}
      {awaitsApproval && (
        <Notice>
          <strong className="block">Waiting for approval</strong>
          Until an organiser approves it, only you can see your submission.
        </Notice>
      )}
    </div>
  )
}

/** The author (SUB-35). */
export function CreatorCard({ author }: { author: SubmissionDetail['author'] }) {
  const rank = author.rank || 'Novice Ninja'
  const { id } = author
  if (id === null) return <DeletedCreator author={author} />
  return (
    <Card as="section" eyebrow="Creator">
      <MemberLine person={{ ...author, id, displayName: author.displayName || 'Ninja User', rank }} />
      <div className="mt-5 mb-5">
        <RankProgress points={author.points} rank={rank} />
      </div>
      <ButtonLink to={`/profile/${id}`} variant="secondary" wide>
        View Profile
      </ButtonLink>
    </Card>
  )
}

function DeletedCreator({ author }: { author: SubmissionDetail['author'] }) {
  return (
    <Card as="section" eyebrow="Creator">
      <div className="flex items-center gap-3">
        <Avatar photoUrl={author.photoUrl} rank={author.rank} />
        <div>
          <p className="font-semibold">{memberName(author.displayName)}</p>
          <p className="text-small text-muted">This account was deleted.</p>
        </div>
      </div>
    </Card>
  )
}

/** Plain links to two networks, and a button to copy the URL (SUB-36). */
function ShareCard({ title }: { title: string }) {
  const site = useRouteLoaderData('root') as { origin: string } | undefined
  const url = (site?.origin ?? '') + useLocation().pathname
  const onX = `https://x.com/intent/post?${new URLSearchParams({ text: title, url: url })}`
  const onFacebook = `https://www.facebook.com/sharer/sharer.php?${new URLSearchParams({ u: url })}`
  return (
    <Card as="section" eyebrow="Share">
      <div className="flex flex-wrap gap-2.5 *:grow">
        <Button
          type="button"
          variant="secondary"
          size="small"
          className="basis-full noscript:hidden"
          onClick={() => copy(url)}
        >
          <Icon name="link" className="size-4" />
          Copy Link
        </Button>
        <ButtonLink to={onX} variant="secondary" size="small" aria-label="Share on X">
          X
        </ButtonLink>
        <ButtonLink to={onFacebook} variant="secondary" size="small" aria-label="Share on Facebook">
          Facebook
        </ButtonLink>
      </div>
    </Card>
  )
}

/** Only secure pages have access to the clipboard; otherwise the URL is shown in a toast. */
async function copy(url: string) {
  try {
    await navigator.clipboard.writeText(url)
    showToast('Link copied to clipboard!')
  } catch {
    showToast(url, 'bad')
  }
}
