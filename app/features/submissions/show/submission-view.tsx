import { Suspense } from 'react'
import { Avatar } from '#app/parts/members/avatar.tsx'
import { MemberLine } from '#app/parts/members/member.tsx'
import { memberName } from '#app/parts/members/names.ts'
import { submissionPath } from '#app/parts/paths.ts'
import { useOpenedReport } from '#app/parts/submissions/opened-report.ts'
import { Badge } from '#app/ui/badge.tsx'
import { lazyPart } from '#app/ui/browser/lazy-part.ts'
import { ButtonLink } from '#app/ui/button.tsx'
import { Card } from '#app/ui/card.tsx'
import { Icon } from '#app/ui/icon.tsx'
import { Breadcrumb } from '#app/ui/page-header.tsx'
import { TextLink } from '#app/ui/text-link.tsx'
import type { SubmissionDetail } from '#domain/submissions/queries.server.ts'
import { Media } from '../work.tsx'
import type { LoadedSubmission } from './show.server.ts'
import { VotePanel } from './vote-panel.tsx'

const ModerationPanel = lazyPart(() => import('./moderation-panel.tsx'), 'ModerationPanel')
const LowerSections = lazyPart(() => import('./lower-sections.tsx'), 'LowerSections')
const AboutWork = lazyPart(() => import('../texts.tsx'), 'AboutWork')
const Notices = lazyPart(() => import('./notices.tsx'), 'Notices')
const StandingCards = lazyPart(() => import('./standing-cards.tsx'), 'StandingCards')
const ShareMenu = lazyPart(() => import('./share-menu.tsx'), 'ShareMenu')

/** The submission page (SUB-33): the work first, then whose it is, the vote, and how it was made. */
export function SubmissionView(page: LoadedSubmission) {
  const { submission, content } = page
  useOpenedReport(submission.challengeId, submission.id, page.reportsViews)
  return (
    <div className="page pt-3 sm:pt-6">
      <SubmissionBreadcrumb {...page} />
      {submission.isUndoable !== null && (
        <Suspense fallback={<Card className="mb-6 min-h-17" />}>
          <ModerationPanel {...submission} isUndoable={submission.isUndoable} />
        </Suspense>
      )}
      {(submission.status === 'rejected' || page.awaitsApproval || page.isFrozen) && (
        <Suspense>
          <Notices {...page} />
        </Suspense>
      )}
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
          <Suspense>
            <StandingCards {...page} />
          </Suspense>
        </aside>
        <div className="grid gap-8">
          <Suspense>
            <AboutWork submission={submission} content={content} />
          </Suspense>
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
          <Suspense>
            <ShareMenu title={title}>
              {!isMine && (
                <TextLink to={`/report/submission/${id}`} className="min-h-6 justify-self-start text-small">
                  Report this submission
                </TextLink>
              )}
            </ShareMenu>
          </Suspense>
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
