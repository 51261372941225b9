import type { ChallengeDetail } from '#domain/challenges/queries.server.ts'
import {
  CHALLENGE_MESSAGES,
  isFinished,
  isOpenForSubmissions,
  isOpenForVotes,
} from '#domain/challenges/rules.ts'
import { VOTING_MESSAGES } from '#domain/voting/rules.ts'
import { loginPath } from '#platform/http/return-to.ts'

/** What a challenge offers its viewer, as the page shows it (CHL-56, CHL-57, CHL-58). */
export interface ChallengeAction {
  clock: { label: string; until: Date; isOpening?: boolean } | null
  state: string
  note: { text: string; link?: { to: string; label: string } } | null
  /** Null: the viewer can be reminded, or nothing is left to do. */
  button: { to: string; label: string; isPrimary: boolean } | null
  canFollow: boolean
  links: { to: string; label: string }[]
}

interface Viewing {
  signedIn: boolean
  isAdmin: boolean
  progress: string | null
  now: Date
}

export function challengeAction(challenge: ChallengeDetail, viewing: Viewing): ChallengeAction {
  if (isFinished(challenge.status)) return afterEnd(challenge, viewing)
  if (isOpenForVotes(challenge, viewing.now)) return whileVoting(challenge, viewing)
  if (isOpenForSubmissions(challenge, viewing.now)) return whileOpen(challenge, viewing)
  return whileWaiting(challenge, viewing)
}

function whileOpen(challenge: ChallengeDetail, { signedIn, progress }: Viewing): ChallengeAction {
  const { id, deadline, mySubmissionId, isMineRejected, hasDraft } = challenge
  const submit = `/challenges/${id}/submit`
  const base = {
    clock: deadline && { label: 'Time left to enter', until: deadline },
    state: 'Open',
    canFollow: true,
    links: [],
  }
  if (mySubmissionId) {
    const edit = isMineRejected
      ? 'Your submission was rejected. Edit it until the deadline to send it back for review.'
      : `You’re in${progress ? ` (${progress.toLowerCase()})` : ''}. Edit until the deadline.`
    return { ...base, button: mySubmission(challenge, true), note: { text: edit } }
  }
  return {
    ...base,
    button: {
      to: signedIn ? submit : loginPath(submit),
      label: signedIn ? 'Submit Entry' : 'Sign In to Submit',
      isPrimary: true,
    },
    note: hasDraft ? { text: 'Your draft is saved. “Submit Entry” continues it.' } : null,
  }
}

function whileVoting(challenge: ChallengeDetail, { progress }: Viewing): ChallengeAction {
  const { id, votedForId, votingEndsAt, submissionCount, mySubmissionId } = challenge
  const gallery = `/challenges/${id}/submissions`
  return {
    clock: votingEndsAt && { label: 'Time left to vote', until: votingEndsAt },
    state: 'Voting',
    canFollow: true,
    button: { to: `${gallery}?mode=voting`, label: 'Vote for Entries', isPrimary: true },
    note: votedForId
      ? { text: 'You have voted for', link: { to: `${gallery}/${votedForId}`, label: 'this entry' } }
      : ownNote(progress),
    links: [
      ...(submissionCount === 0 ? [] : [{ to: `/challenges/${id}/voting-room`, label: 'Start voting' }]),
      ...(mySubmissionId ? [mySubmission(challenge, false)] : []),
    ],
  }
}

/** Not open yet, closed for submissions before voting, or closed for votes before the result. */
function whileWaiting(challenge: ChallengeDetail, { isAdmin, progress, now }: Viewing): ChallengeAction {
  const { id, status, mySubmissionId } = challenge
  const opensAt = openingDate(challenge)
  const label = status === 'active' ? 'Voting opens in' : 'Opens in'
  const edit = { to: `/admin/challenges/${id}/edit`, label: 'Edit Challenge', isPrimary: true }
  return {
    clock: opensAt && opensAt > now ? { label, until: opensAt, isOpening: true } : null,
    state: 'Not open',
    canFollow: status !== 'draft',
    button: mySubmissionId ? mySubmission(challenge, true) : isAdmin && status === 'draft' ? edit : null,
    note: { text: [waitingText(challenge), ownNote(progress)?.text].filter(Boolean).join(' ') },
    links: [],
  }
}

function openingDate({ status, startDate, votingStartsAt, allowVoting }: ChallengeDetail): Date | null {
  if (status === 'upcoming' || status === 'draft') return startDate
  return status === 'active' && allowVoting ? votingStartsAt : null
}

function waitingText({ status, isHeld }: ChallengeDetail): string {
  if (status === 'active') return CHALLENGE_MESSAGES.deadlinePassed
  if (status === 'voting' && isHeld) return `Voting is over. ${VOTING_MESSAGES.held}`
  if (status === 'voting') return `${VOTING_MESSAGES.notOpen}. The winner will be shown here.`
  if (status === 'draft') return 'Draft. Only administrators can see it.'
  return 'Not open for entries yet.'
}

function afterEnd(challenge: ChallengeDetail, { progress }: Viewing): ChallengeAction {
  const { id, status, submissionCount, mySubmissionId } = challenge
  const isCompleted = status === 'completed'
  const submissions = { to: `/challenges/${id}/submissions`, label: 'View Submissions', isPrimary: false }
  const results = { to: `/challenges/${id}/results`, label: 'View Results', isPrimary: true }
  const hasSubmissions = isCompleted || submissionCount > 0
  return {
    clock: null,
    state: isCompleted ? 'Completed' : 'Canceled',
    note: ownNote(progress),
    button: isCompleted ? results : hasSubmissions ? submissions : null,
    canFollow: false,
    links: [
      ...(isCompleted ? [submissions] : []),
      ...(mySubmissionId ? [mySubmission(challenge, false)] : []),
    ],
  }
}

function ownNote(progress: string | null) {
  return progress ? { text: `Your entry: ${progress}` } : null
}

function mySubmission({ id, mySubmissionId }: ChallengeDetail, isPrimary: boolean) {
  return { to: `/challenges/${id}/submissions/${mySubmissionId}`, label: 'View My Submission', isPrimary }
}
