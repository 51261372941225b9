import type { Action, Message } from './reading.ts'
import type { Settings, State, Who } from './world.ts'

// The required actions for every state and viewer (CHL-40, CHL-56, VOTE-11, AUTH-22), independent of the code under test.

export type Shown = (Action | Message)[]

/** For a visitor, a member without a submission, a member with one. */
type ByParticipation = [visitor: Shown, member: Shown, participant: Shown]

function shownTo(row: ByParticipation, who: Who): Shown {
  if (who === 'visitor') return row[0]
  return who === 'author' || who === 'entrant' ? row[2] : row[1]
}

function all(shown: Shown): ByParticipation {
  return [shown, shown, shown]
}

function acceptsVotes(state: State, { allowVoting }: Settings): boolean {
  return state === 'voting' && allowVoting
}

const CARDS: Record<State, ByParticipation> = {
  draft: all([]),
  upcoming: all(['View Challenge']),
  active: [['Login to Submit'], ['Submit Entry'], ['Submitted']],
  // The loader of the list advances the challenge first.
  deadlinePassed: all(['Vote Now']),
  awaitingVoting: [['View Challenge'], ['View Challenge'], ['Submitted']],
  voting: all(['Vote Now']),
  votingEnded: all(['View Results']),
  withWinner: all(['View Results']),
  withoutWinner: all(['View Results']),
  canceled: all(['View Challenge']),
}

const CARDS_WITHOUT_VOTING: Partial<Record<State, ByParticipation>> = {
  deadlinePassed: all(['View Results']),
  awaitingVoting: all(['View Results']),
  voting: all(['View Challenge']),
}

function hasVoted(who: Who): boolean {
  return who === 'voted' || who === 'votedElsewhere'
}

export function onList(state: State, settings: Settings, who: Who): Shown {
  const row = (!settings.allowVoting && CARDS_WITHOUT_VOTING[state]) || CARDS[state]
  return shownTo(row, who)
}

const closed: Message = 'The submission deadline for this challenge has passed'
const ended: Message = 'This challenge has ended. Check out the submissions!'

function completed(more: Shown): ByParticipation {
  const shown: Shown = ['Challenge Completed', ...more, 'View Submissions']
  // The participant's panel also leads to their submission and says how it was placed (SUB-78).
  return [shown, shown, [...shown, 'View My Submission']]
}

const PANELS: Record<State, ByParticipation> = {
  draft: [['Challenge not found'], [], []],
  upcoming: [[], [], ['View My Submission']],
  active: [['Sign In to Submit'], ['Submit Entry'], ['View My Submission']],
  deadlinePassed: [[closed], [closed], [closed, 'View My Submission']],
  awaitingVoting: [[closed], [closed], [closed, 'View My Submission']],
  voting: [['Vote for Entries'], ['Vote for Entries'], ['Vote for Entries', 'View My Submission']],
  votingEnded: [[], [], ['View My Submission']],
  withWinner: completed(['View Results']),
  withoutWinner: completed([ended, 'View Results']),
  canceled: [
    [ended, 'View Submissions'],
    [ended, 'View Submissions'],
    [ended, 'View Submissions', 'View My Submission'],
  ],
}

export function onDetail(state: State, settings: Settings, who: Who): Shown {
  if (state === 'draft' && who !== 'admin') return ['Challenge not found']
  const effectiveState = state === 'voting' && !acceptsVotes(state, settings) ? 'votingEnded' : state
  return shownTo(PANELS[effectiveState], who)
}

/** Actions of both submissions in the gallery during voting. */
const BALLOT: Record<Who, Shown> = {
  visitor: ['Sign in to Vote', 'Sign in to Vote'],
  newcomer: ['Vote', 'Vote'],
  author: ['This is your submission', 'Vote'],
  entrant: ['This is your submission', 'Vote'],
  voted: ['Move my vote here', 'Unvote', 'View Your Vote', "You've voted for this submission"],
  votedElsewhere: ['Move my vote here', 'Unvote', 'View Your Vote', "You've voted for this submission"],
  admin: ['Vote', 'Vote'],
}

export function onGallery(state: State, settings: Settings, who: Who): Shown {
  if (state === 'draft' && who !== 'admin') return ['Challenge not found']
  if (acceptsVotes(state, settings)) return ['Voting in Progress', ...BALLOT[who]]
  return state === 'active' ? shownTo([[], ['Submit Entry'], []], who) : []
}

/** Actions on the page of the main submission during voting. */
const VOTE: Record<Who, Shown> = {
  visitor: ['Sign in to Vote'],
  newcomer: ['Vote for this submission'],
  author: ['This is your submission'],
  entrant: ['Vote for this submission'],
  voted: ['Unvote', "You've voted for this submission"],
  votedElsewhere: ['Move my vote here', 'View Your Vote'],
  admin: ['Vote for this submission'],
}

export function onSubmission(state: State, settings: Settings, who: Who): Shown {
  if (!canSee(state, settings, who)) return ['Submission Not Found']
  if (acceptsVotes(state, settings)) return VOTE[who]
  if (who === 'voted') return ["You've voted for this submission"]
  return who === 'author' ? ['This is your submission'] : []
}

export function onVotePage(state: State, settings: Settings, who: Who): Shown {
  if (!acceptsVotes(state, settings)) return ['No Active Voting Challenges']
  if (who === 'visitor') return ['Sign In to Vote', 'Voting Open']
  return hasVoted(who)
    ? ['View Your Vote', 'Voting Open', "You've cast your vote!"]
    : ['Cast Your Vote Now', 'Voting Open']
}

/** Whether the viewer can see the main submission. Drafts are for administrators; submissions may be isHidden until the deadline. */
export function canSee(state: State, { showSubmissions }: Settings, who: Who): boolean {
  if (who === 'admin') return true
  if (state === 'draft') return false
  const isHidden = !showSubmissions && (state === 'upcoming' || state === 'active')
  return !isHidden || who === 'author'
}

/** The number of submissions that the gallery shows. */
export function visibleSubmissions(state: State, settings: Settings, who: Who): number {
  if (canSee(state, settings, 'newcomer') || who === 'admin') return 2
  return state !== 'draft' && (who === 'author' || who === 'entrant') ? 1 : 0
}

/** Vote counts are public, or hidden from everyone until the challenge ends. */
export function canSeeVotes(state: State, { showVotes }: Settings): boolean {
  return showVotes || state === 'withWinner' || state === 'withoutWinner' || state === 'canceled'
}
