import type { Action, Saying } from './reading.ts'
import type { Settings, State, Who } from './world.ts'

// The required actions for every state and viewer (CHL-40, CHL-56, VOTE-11, AUTH-22), written down apart from the code.

export type Shown = (Action | Saying)[]

/** A visitor, a member who has not entered, a member who has. */
type ByEntry = [visitor: Shown, member: Shown, entered: Shown]

function entryOf(row: ByEntry, who: Who): Shown {
  if (who === 'visitor') return row[0]
  return who === 'author' || who === 'entrant' ? row[2] : row[1]
}

function all(shown: Shown): ByEntry {
  return [shown, shown, shown]
}

/** Votes are taken only in voting that has not ended, and only where voting is allowed. */
function votable(state: State, { allowVoting }: Settings): boolean {
  return state === 'voting' && allowVoting
}

const CARDS: Record<State, ByEntry> = {
  draft: all([]),
  upcoming: all(['View Challenge']),
  active: [['Login to Submit'], ['Submit Entry'], ['Submitted']],
  // The list's status check has opened voting, or counted, before anything is shown.
  overdue: all(['Vote Now']),
  between: [['View Challenge'], ['View Challenge'], ['Submitted']],
  voting: all(['Vote Now']),
  uncounted: all(['View Results']),
  won: all(['View Results']),
  unwon: all(['View Results']),
  canceled: all(['View Challenge']),
}

const CARDS_WITHOUT_VOTING: Partial<Record<State, ByEntry>> = {
  overdue: all(['View Results']),
  between: all(['View Results']),
  voting: all(['View Challenge']),
}

export function onList(state: State, settings: Settings, who: Who): Shown {
  const row = (!settings.allowVoting && CARDS_WITHOUT_VOTING[state]) || CARDS[state]
  return entryOf(row, who)
}

const closed: Saying = 'The submission deadline for this challenge has passed'
const ended: Saying = 'This challenge has ended. Check out the submissions!'

const PANELS: Record<State, ByEntry> = {
  draft: [['Challenge not found'], [], []],
  upcoming: [[], [], ['View My Submission']],
  active: [['Sign In to Submit'], ['Submit Entry'], ['View My Submission']],
  overdue: [[closed], [closed], [closed, 'View My Submission']],
  between: [[closed], [closed], [closed, 'View My Submission']],
  voting: [['Vote for Entries'], ['Vote for Entries'], ['Vote for Entries', 'View My Submission']],
  uncounted: [[], [], ['View My Submission']],
  won: all(['Challenge Completed', 'View Submissions']),
  unwon: all(['Challenge Completed', ended, 'View Submissions']),
  canceled: all(['Challenge Canceled', ended, 'View Submissions']),
}

export function onDetail(state: State, settings: Settings, who: Who): Shown {
  if (state === 'draft' && who !== 'admin') return ['Challenge not found']
  const stands = state === 'voting' && !votable(state, settings) ? 'uncounted' : state
  return entryOf(PANELS[stands], who)
}

/** What the entries of an open ballot offer: the looked-at one and the other together. */
const BALLOT: Record<Who, Shown> = {
  visitor: ['Sign in to Vote', 'Sign in to Vote'],
  newcomer: ['Vote', 'Vote'],
  author: ['This is your submission', 'Vote'],
  entrant: ['This is your submission', 'Vote'],
  voted: ['Unvote', 'View Your Vote', "You've voted for this submission"],
  votedElsewhere: ['Unvote', 'View Your Vote', "You've voted for this submission"],
  admin: ['Vote', 'Vote'],
}

export function onGallery(state: State, settings: Settings, who: Who): Shown {
  if (state === 'draft' && who !== 'admin') return ['Challenge not found']
  if (votable(state, settings)) return ['Voting in Progress', ...BALLOT[who]]
  return state === 'active' ? entryOf([[], ['Submit Entry'], []], who) : []
}

/** The looked-at entry's own page while votes are taken. */
const VOTE: Record<Who, Shown> = {
  visitor: ['Sign in to Vote'],
  newcomer: ['Vote for this submission'],
  author: ['This is your submission'],
  entrant: ['Vote for this submission'],
  voted: ['Unvote', "You've voted for this submission"],
  votedElsewhere: ['View Your Vote'],
  admin: ['Vote for this submission'],
}

export function onEntry(state: State, settings: Settings, who: Who): Shown {
  if (!sees(state, settings, who)) return ['Submission Not Found']
  if (votable(state, settings)) return VOTE[who]
  if (who === 'voted') return ["You've voted for this submission"]
  return who === 'author' ? ['This is your submission'] : []
}

export function onVotePage(state: State, settings: Settings, who: Who): Shown {
  if (!votable(state, settings)) return ['No Active Voting Challenges']
  if (who === 'visitor') return ['Sign In to Vote', 'Voting Open']
  const voted = who === 'voted' || who === 'votedElsewhere'
  return voted
    ? ['View Your Vote', 'Voting Open', "You've cast your vote!"]
    : ['Cast Your Vote Now', 'Voting Open']
}

/** Whether the looked-at entry is there for them: drafts are for administrators, and entries may be hidden until the deadline. */
export function sees(state: State, { showSubmissions }: Settings, who: Who): boolean {
  if (who === 'admin') return true
  if (state === 'draft') return false
  const hidden = !showSubmissions && (state === 'upcoming' || state === 'active')
  return !hidden || who === 'author'
}

/** How many of the two entries the gallery holds. */
export function entriesSeen(state: State, settings: Settings, who: Who): number {
  if (sees(state, settings, 'newcomer') || who === 'admin') return 2
  return state !== 'draft' && (who === 'author' || who === 'entrant') ? 1 : 0
}

/** Counts are for everyone, unless hidden: then for administrators, and for everyone once the challenge is over. */
export function seesVotes(state: State, { showVotes }: Settings, who: Who): boolean {
  return showVotes || who === 'admin' || state === 'won' || state === 'unwon' || state === 'canceled'
}
