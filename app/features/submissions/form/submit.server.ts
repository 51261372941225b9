import { data, type RouterContextProvider } from 'react-router'
import { toolNames } from '#app/content/tools/names.server.ts'
import { servicesContext } from '#app/context.ts'
import { preservedFormContext } from '#app/forms/form-action.server.ts'
import { requireMember, scopeOf } from '#app/middleware/viewer.server.ts'
import { progressText } from '#app/parts/submissions/submission-status.tsx'
import { knownTools, needsImage } from '#domain/challenges/guidance.ts'
import { type ChallengeDetail, challengeDetail } from '#domain/challenges/queries.server.ts'
import { CHALLENGE_MESSAGES, isFinished, isOpenForSubmissions } from '#domain/challenges/rules.ts'
import type { Moderation, Scope } from '#domain/challenges/scope.server.ts'
import { databaseNow } from '#domain/challenges/time.server.ts'
import type { Member } from '#domain/members/rules.ts'
import { myChallenges } from '#domain/reporting/my-dojo.server.ts'
import { createSubmission } from '#domain/submissions/create.server.ts'
import { draftOf, type SubmissionDraft } from '#domain/submissions/drafts.server.ts'
import {
  mySubmission,
  type SubmissionStatus,
  submissionDetail,
  usedTools,
} from '#domain/submissions/queries.server.ts'
import { earnedBy } from '#domain/submissions/receipt.server.ts'
import { SUBMISSION_MESSAGES, submissionRefusal } from '#domain/submissions/refusals.ts'
import type { Db } from '#platform/database/database.server.ts'
import { isId } from '#platform/id.server.ts'
import { done, type Outcome, refused } from '#platform/outcome.ts'
import { receiveSubmission, type SubmissionTarget, submissionTarget } from './receive-submission.server.ts'
import { draftValues, emptyValues } from './submission-values.ts'

/** The submit page of a member, or of the form that was sent after the session ended. */
export async function loadSubmitPage({ request, params, context, url }: SubmitArgs) {
  if (!context.get(preservedFormContext)) requireMember(request, context, `/challenges/${params.id}/submit`)
  const page = await submitPage(context, params.id, url.searchParams.has('sent'))
  const missing = page.state === 'unavailable' && page.reason === CHALLENGE_MESSAGES.notFound
  return data(page, { status: missing ? 404 : 200 })
}

interface SubmitArgs {
  request: Request
  params: { id: string }
  context: Readonly<RouterContextProvider>
  url: URL
}

/** Data of the submit page: the form, or why there is none (SUB-3, SUB-17). */
export async function submitPage(context: Readonly<RouterContextProvider>, id: string, sent: boolean) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  const memberId = scope.viewer?.id ?? null
  if (!isId(id)) return unavailable(CHALLENGE_MESSAGES.notFound)
  const [detail, mine, used, now, draft] = await Promise.all([
    challengeDetail(db, scope, id),
    mySubmission(db, scope, id),
    usedTools(db, memberId),
    databaseNow(db),
    scope.viewer ? draftOf(db, scope.viewer, id) : undefined,
  ])
  if (!detail) return unavailable(CHALLENGE_MESSAGES.notFound)
  const existing = mine && {
    title: detail.title,
    submission: mine,
    progress: progressText(mine, scope.moderation === 'before'),
    next: whatHappensNext(detail, mine.status, scope.moderation, now),
  }
  if (existing && sent && mine && scope.viewer)
    return {
      state: 'sent' as const,
      ...existing,
      now,
      ...(await receipt(db, { ...scope, viewer: scope.viewer }, { id: mine.id, challengeId: id })),
    }
  if (existing) return { state: 'already-submitted' as const, ...existing }
  const reason = submissionRefusal(detail, now)
  if (reason) return unavailable(reason, draft, opening(detail, now))
  const known = knownTools(detail.kind, used, toolNames)
  return {
    state: 'open' as const,
    challenge: formChallenge(detail, now),
    knownTools: known,
    start: draft ? draftValues(draft) : emptyValues,
    draft: { savedAt: draft?.savedAt ?? null, image: draft?.image ?? null },
  }
}

/** The viewer's submission, what it has earned, and the challenges in which they can still vote. */
async function receipt(
  db: Db,
  scope: Scope & { viewer: Member },
  submission: { id: string; challengeId: string },
) {
  const [work, earned, { votes }] = await Promise.all([
    submissionDetail(db, scope, submission.challengeId, submission.id),
    earnedBy(db, scope.viewer, submission.id),
    myChallenges(db, scope),
  ])
  const { kind = 'image', description = '', image = null, imageAlt = null } = work ?? {}
  return { work: { kind, description, image, imageAlt }, earned, votesLeft: votes.length }
}

/** Who sees a submission, and the dates that are still to come. */
function whatHappensNext(
  detail: ChallengeDetail,
  status: SubmissionStatus,
  moderation: Moderation,
  now: Date,
) {
  const { deadline, allowVoting, votingEndsAt, showSubmissions } = detail
  const isOpen = isOpenForSubmissions(detail, now)
  return {
    editUntil: isOpen ? deadline : null,
    votingUntil:
      allowVoting && votingEndsAt && votingEndsAt > now && !isFinished(detail.status) ? votingEndsAt : null,
    visible: visibility(status, moderation, showSubmissions || !isOpen),
  }
}

function visibility(
  status: SubmissionStatus,
  moderation: Moderation,
  isShown: boolean,
): 'now' | 'later' | 'approved' | 'rejected' {
  if (status === 'rejected') return 'rejected'
  if (status === 'pending' && moderation === 'before') return 'approved'
  return isShown ? 'now' : 'later'
}

export function formChallenge(detail: ChallengeDetail, now: Date) {
  const { id, title, kind, type, description, requirements, deadline, allowVoting, image } = detail
  return {
    id,
    title,
    kind,
    type,
    description,
    requirements,
    deadline,
    allowVoting,
    image,
    now,
    needsImage: needsImage(detail),
  }
}

export type FormChallenge = ReturnType<typeof formChallenge>

export function receiveNewSubmission(args: {
  request: Request
  params: { id?: string }
  context: Readonly<RouterContextProvider>
}) {
  return receiveSubmission(args, (db, scope) => openChallenge(db, scope, args.params.id))
}

async function openChallenge(
  db: Db,
  scope: Scope,
  id: string | undefined,
): Promise<Outcome<SubmissionTarget>> {
  if (!isId(id)) return refused('not-found', CHALLENGE_MESSAGES.notFound)
  const [detail, mine, now] = await Promise.all([
    challengeDetail(db, scope, id),
    mySubmission(db, scope, id),
    databaseNow(db),
  ])
  if (!detail) return refused('not-found', CHALLENGE_MESSAGES.notFound)
  if (mine) return refused('conflict', SUBMISSION_MESSAGES.alreadySubmitted)
  const reason = submissionRefusal(detail, now)
  if (reason) return refused('closed', reason)
  const form = { kind: detail.kind, needsImage: needsImage(detail) }
  return done(
    submissionTarget(form, `/challenges/${id}/submit?sent`, (submission) =>
      createSubmission(db, scope, id, submission),
    ),
  )
}

/** With what the member had written. */
function unavailable(reason: string, draft?: SubmissionDraft, opensAt: Date | null = null) {
  return { state: 'unavailable' as const, reason, opensAt, written: draft ? draftValues(draft) : null }
}

function opening(
  { status, startDate }: Pick<ChallengeDetail, 'status' | 'startDate'>,
  now: Date,
): Date | null {
  return status === 'upcoming' && startDate && startDate > now ? startDate : null
}
