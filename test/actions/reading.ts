import type { Who, World } from './world.ts'

/**
 * Every action that the requirements name on these pages, with where it leads: MINE is the viewer's own entry, VOTED
 * the one they voted for, ENTRY any, C the challenge.
 */
export const TARGETS = {
  'Vote Now': '/challenges/C',
  Submitted: '/challenges/C/submissions/MINE',
  'Submit Entry': '/challenges/C/submit',
  'Login to Submit': '/login?redirect=/challenges/C/submit',
  'View Results': '/challenges/C',
  'View Challenge': '/challenges/C',
  'View My Submission': '/challenges/C/submissions/MINE',
  'Sign In to Submit': '/login?redirect=/challenges/C/submit',
  'Vote for Entries': '/challenges/C/submissions?mode=voting',
  'View Submissions': '/challenges/C/submissions',
  'Cast Your Vote Now': '/challenges/C/submissions?mode=voting',
  'Sign In to Vote': '/challenges/C/submissions?mode=voting',
  'View Your Vote': '/challenges/C/submissions/VOTED',
  'Sign in to Vote': '/login?redirect=/challenges/C/submissions/ENTRY',
  Vote: '/challenges/C/submissions/ENTRY/vote',
  'Vote for this submission': '/challenges/C/submissions/ENTRY/vote',
  Unvote: '/challenges/C/submissions/VOTED/unvote',
  'Edit Submission': '/challenges/C/submissions/MINE/edit',
} as const
export type Action = keyof typeof TARGETS

/** Every required text that is shown instead of, or beside, an action. */
export const SAYINGS = [
  'This is your submission',
  "You've voted for this submission",
  "You've cast your vote!",
  'Voting in Progress',
  'Voting Open',
  'No Active Voting Challenges',
  'Challenge Completed',
  'Challenge Canceled',
  'This challenge has ended. Check out the submissions!',
  'The submission deadline for this challenge has passed',
  'Challenge not found',
  'Submission Not Found',
] as const
export type Saying = (typeof SAYINGS)[number]

/** The actions and sayings of a page, in order of the alphabet, as often as they stand there. Wrong targets stand with it. */
export function offered(html: string, world: World, who: Who): string[] {
  const seen = html.replace(/<(\w+)(?=[^>]* hidden="")[^>]*>.*?<\/\1>/g, '')
  const links = [...seen.matchAll(/<a (?=[^>]*href="([^"]*)")[^>]*>(.*?)<\/a>/gs)]
  const buttons = [...seen.matchAll(/<form (?=[^>]*action="([^"]*)")[^>]*>.*?<button[^>]*>(.*?)<\/button>/gs)]
  const actions = [...links, ...buttons].flatMap(([, target = '', inside = '']) => {
    const label = isAction(readable(inside).split(':')[0])
    if (!label) return []
    const named = place(target, world, who)
    return [named === TARGETS[label] ? label : `${label} -> ${named}`]
  })
  const text = readable(seen)
  return [
    ...actions,
    ...SAYINGS.flatMap((saying) =>
      text
        .split(saying)
        .slice(1)
        .map(() => saying),
    ),
  ].sort()
}

export function readable(html: string): string {
  return html
    .replace(/<[^>]+>/g, ' ')
    .replaceAll('&#x27;', "'")
    .replaceAll('&amp;', '&')
    .replace(/\s+/g, ' ')
    .replaceAll(' :', ':')
    .trim()
}

function isAction(label = ''): Action | undefined {
  return (Object.keys(TARGETS) as Action[]).find((action) => action === label.trim())
}

function place(target: string, { challenge, looked, other }: World, who: Who): string {
  const mine = { author: looked, entrant: other }[who as string]
  const voted = { voted: looked, votedElsewhere: other }[who as string]
  const named = decodeURIComponent(target).replaceAll('&amp;', '&').replaceAll(challenge, 'C')
  const own = mine ? named.replaceAll(mine, 'MINE') : named
  return (voted ? own.replaceAll(voted, 'VOTED') : own).replaceAll(looked, 'ENTRY').replaceAll(other, 'ENTRY')
}
