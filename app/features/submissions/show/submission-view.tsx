import { Suspense } from 'react'
import { Avatar } from '#app/parts/avatar.tsx'
import { MemberLine } from '#app/parts/member.tsx'
import { memberName } from '#app/parts/names.ts'
import { useOpenedReport } from '#app/parts/opened-report.ts'
import { submissionPath } from '#app/parts/submission-path.ts'
import { ArrowLink } from '#app/ui/arrow-link.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Breadcrumb } from '#app/ui/breadcrumb.tsx'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { lazyPart } from '#app/ui/lazy-part.ts'
import { Notice } from '#app/ui/notice.tsx'
import { formatCount } from '#app/ui/number.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import { Time } from '#app/ui/time.tsx'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { formatOrdinal, receiptNumber } from '#domain/submissions/rules.ts'
import { CreationDetails, Media, SubmissionText } from '../work.tsx'
import { ShareMenu } from './share-menu.tsx'
import type { LoadedSubmission } from './show.server.ts'
import { VotePanel } from './vote-panel.tsx'

// On the server the panel is loaded with this module, so that no page waits for it (decision 034). Browsers load it for
// administrators only.
const loaded = import.meta.env.SSR ? await import('./moderation-panel.tsx') : null
const ModerationPanel =
  loaded?.ModerationPanel ??
  lazyPart(() => import('./moderation-panel.tsx').then((module) => ({ default: module.ModerationPanel })))
// Below the first view, so browsers load its code after the rest.
const loadedLower = import.meta.env.SSR ? await import('./lower-sections.tsx') : null
const LowerSections =
  loadedLower?.LowerSections ??
  lazyPart(() => import('./lower-sections.tsx').then((module) => ({ default: module.LowerSections })))

/** The submission page (SUB-33): the work first, then whose it is, the vote, and how it was made. */
export function SubmissionView(page: LoadedSubmission) {
  const { submission, content } = page
  useOpenedReport(submission.challengeId, submission.id, page.reportsViews)
  return (
    <div className="page pt-3 sm:pt-6">
      <SubmissionBreadcrumb {...page} />
      {submission.moderation && (
        <Suspense fallback={<Card className="mb-6 min-h-17" />}>
          <ModerationPanel submission={submission} moderation={submission.moderation} />
        </Suspense>
      )}
      <SubmissionNotices {...page} />
      <article className="grid items-start gap-x-10 gap-y-7 lg:grid-cols-[minmax(0,1fr)_20rem] lg:grid-rows-[auto_1fr]">
        <div className="grid gap-6">
          {submission.kind === 'text' ? (
            <>
              <Head {...page} />
              <Media submission={submission} content={content} />
            </>
          ) : (
            <>
              <Media submission={submission} content={content} />
              <Head {...page} />
            </>
          )}
        </div>
        <aside className="grid gap-6 lg:sticky lg:top-20 lg:row-span-2" aria-label="About this submission">
          <VotePanel {...page} />
          <ResultCard {...page} />
          <ReceiptCard {...page} />
        </aside>
        <div className="grid gap-8">
          <SubmissionText submission={submission} content={content} />
          <CreationDetails submission={submission} />
        </div>
      </article>
      <Suspense>
        <LowerSections {...page} />
      </Suspense>
    </div>
  )
}

/** Title, author, and the menu to share and report. */
function Head({ submission, isMine }: LoadedSubmission) {
  const { author, status, id, title } = submission
  return (
    <header>
      {submission.isWinner && (
        <p className="mb-2">
          <Badge tone="winner">Winner</Badge>
        </p>
      )}
      <h1 dir="auto" className="text-page">
        {title}
      </h1>
      <div className="mt-3 flex flex-wrap items-center gap-3 max-sm:*:grow">
        <Creator author={author} />
        {status !== 'rejected' && (
          <ShareMenu title={title}>
            {!isMine && (
              <TextLink to={`/report/submission/${id}`} className="min-h-6 justify-self-start text-small">
                Report this submission
              </TextLink>
            )}
          </ShareMenu>
        )}
      </div>
    </header>
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
      <p className="mt-2 text-calm text-muted">
        of {formatCount(entries, 'entry', 'entries')}, {formatCount(points, 'point')}
      </p>
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
          <bdi>{submission.rejectionReason}</bdi>
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
export function Creator({ author }: { author: SubmissionDetail['author'] }) {
  const { id, displayName, rank } = author
  if (id === null) return <DeletedCreator author={author} />
  return (
    <>
      <div className="flex min-w-0 flex-1 max-sm:basis-full">
        <MemberLine
          person={{ ...author, id, displayName: displayName || 'Ninja User', rank: rank || 'Novice Ninja' }}
        />
      </div>
      <ButtonLink to={`/profile/${id}`} variant="secondary">
        View Profile
      </ButtonLink>
    </>
  )
}

function DeletedCreator({ author }: { author: SubmissionDetail['author'] }) {
  return (
    <div className="flex flex-1 items-center gap-3">
      <Avatar photoUrl={author.photoUrl} rank={author.rank} />
      <div>
        <p dir="auto" className="font-semibold">
          {memberName(author.displayName)}
        </p>
        <p className="text-small text-muted">This account was deleted.</p>
      </div>
    </div>
  )
}
