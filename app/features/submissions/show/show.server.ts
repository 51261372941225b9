import { data, type RouterContextProvider } from 'react-router'
import { servicesContext } from '#app/context.ts'
import { scopeOf } from '#app/middleware/viewer.server.ts'
import { progressText } from '#app/parts/submissions/submission-status.tsx'
import { moreSubmissions } from '#domain/ballot/order.server.ts'
import { challengeDetail } from '#domain/challenges/queries.server.ts'
import { isOpenForSubmissions, isOpenForVotes } from '#domain/challenges/rules.ts'
import { type Comment, commentsOf } from '#domain/comments/queries.server.ts'
import { COMMENT_LIMITS, takesComments } from '#domain/comments/rules.ts'
import { linkedContent } from '#domain/media/embeds.ts'
import { submissionDetail } from '#domain/submissions/queries.server.ts'
import { editRefusal, withdrawalRefusal } from '#domain/submissions/refusals.ts'
import { ballotOf } from '#domain/voting/queries.server.ts'
import { voteState } from '#domain/voting/rules.ts'
import { isId } from '#platform/id.server.ts'
import { linkedText } from '#platform/text/links.server.ts'
import { commentPageIn } from '../comments/params.ts'
import type { SubmissionParams } from '../form/edit.server.ts'

const MAX_MORE = 4

/** Data of the submission page (SUB-33). Throws 404 if the viewer may not see the submission. */
export async function loadSubmission(
  context: Readonly<RouterContextProvider>,
  { id, submissionId }: SubmissionParams,
  search: URLSearchParams,
) {
  const { db } = context.get(servicesContext)
  const scope = scopeOf(context)
  if (!isId(id) || !isId(submissionId)) throw data(null, { status: 404 })
  const [found, challenge, ballot, more, comments] = await Promise.all([
    submissionDetail(db, scope, id, submissionId),
    challengeDetail(db, scope, id),
    ballotOf(db, scope, id),
    moreSubmissions(db, scope, { id: submissionId, challengeId: id }, MAX_MORE),
    commentsOf(db, scope.viewer, submissionId, commentPageIn(search)),
  ])
  if (!found || !challenge) throw data(null, { status: 404 })
  const { isFrozen, ...submission } = found
  const { allowsComments, now } = submission
  const viewerId = scope.viewer?.id ?? null
  const isMine = viewerId !== null && submission.author.id === viewerId
  const reviewed = scope.moderation === 'before'
  const { title, status, allowVoting, votingStartsAt, votingEndsAt, isHeld } = challenge
  const isInVoting = isOpenForVotes(challenge, now)
  const progress = {
    status: submission.status,
    challengeStatus: status,
    isInVoting,
    placing: submission.placing,
  }
  return {
    submission,
    progress: isMine ? progressText(progress, reviewed) : null,
    content: linkedContent(submission.contentUrl),
    challenge: { title, status, allowVoting, votingStartsAt, votingEndsAt, isHeld },
    ballot,
    vote: voteState(submission, { isOpen: isInVoting, ballot, viewerId, reviewed }),
    votingOpen: isInVoting,
    isMine,
    /** Members' views count while voting is open. */
    reportsViews: viewerId !== null && !isMine && isInVoting,
    mayEdit: isMine && editRefusal(challenge, isFrozen, now) === null,
    isFrozen: isMine && isFrozen && isOpenForSubmissions(challenge, now),
    mayWithdraw:
      isMine &&
      withdrawalRefusal({
        status: submission.status,
        isFrozen,
        isOpen: isOpenForSubmissions(challenge, now),
      }) === null,
    awaitsApproval: isMine && submission.status === 'pending' && reviewed,
    more,
    comments: allowsComments && submission.status !== 'rejected' ? withLinks(comments) : null,
    isOpenForComments: takesComments({ status: challenge.status, allowComments: allowsComments }),
    now,
  }
}

export type LoadedSubmission = Awaited<ReturnType<typeof loadSubmission>>

export type CommentPage = NonNullable<LoadedSubmission['comments']>

function withLinks({ threads, ...page }: Awaited<ReturnType<typeof commentsOf>>) {
  const linked = <T extends Comment>(comment: T) => {
    const text = comment.text === null ? null : linkedText(comment.text, COMMENT_LIMITS.links)
    return { ...comment, text }
  }
  return {
    ...page,
    threads: threads.map((thread) => ({ ...linked(thread), replies: thread.replies.map(linked) })),
  }
}
