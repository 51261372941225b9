import type { Who, World } from './world.ts'

/**
 * Every required action of these pages with its target: MINE is the viewer's submission, VOTED the one they voted for,
 * ENTRY any, C the challenge.
 */
export const TARGETS = {
  'Vote Now': '/challenges/C',
  Submitted: '/challenges/C/submissions/MINE',
  'Submit Entry': '/challenges/C/submit',
  'Login to Submit': '/login?redirect=/challenges/C/submit',
  'View Results': '/challenges/C/results',
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
  'Move my vote here': '/challenges/C/submissions/ENTRY/move-vote',
  'Edit Submission': '/challenges/C/submissions/MINE/edit',
} as const
export type Action = keyof typeof TARGETS

/** Every required text in place of or next to an action. */
export const MESSAGES = [
  'This is your submission',
  "You've voted for this submission",
  "You've cast your vote!",
  'Voting in Progress',
  'Voting Open',
  'No Active Voting Challenges',
  'Challenge Completed',
  'This challenge has ended. Check out the submissions!',
  'The submission deadline for this challenge has passed',
  'Challenge not found',
  'Submission Not Found',
] as const
export type Message = (typeof MESSAGES)[number]

/** All actions and messages of a page, sorted, with repetitions. Actions with a wrong target include it. */
export function actionsIn(html: string, world: World, who: Who): string[] {
  const visible = html.replace(/<(\w+)(?=[^>]* hidden="")[^>]*>.*?<\/\1>/g, '')
  const links = [...visible.matchAll(/<a (?=[^>]*href="([^"]*)")[^>]*>(.*?)<\/a>/gs)]
  const buttons = [
    ...visible.matchAll(/<form (?=[^>]*action="([^"]*)")[^>]*>.*?<button[^>]*>(.*?)<\/button>/gs),
  ]
  const actions = [...links, ...buttons].flatMap(([, target = '', content = '']) => {
    const label = isAction(textOf(content).split(':')[0])
    if (!label) return []
    const symbolic = symbolicTarget(target, world, who)
    return [symbolic === TARGETS[label] ? label : `${label} -> ${symbolic}`]
  })
  const text = textOf(visible)
  return [
    ...actions,
    ...MESSAGES.flatMap((message) =>
      text
        .split(message)
        .slice(1)
        .map(() => message),
    ),
  ].sort()
}

export function textOf(html: string): string {
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

function symbolicTarget(target: string, { challenge, mainSubmission, other }: World, who: Who): string {
  const mine = { author: mainSubmission, entrant: other }[who as string]
  const voted = { voted: mainSubmission, votedElsewhere: other }[who as string]
  const symbolic = decodeURIComponent(target).replaceAll('&amp;', '&').replaceAll(challenge, 'C')
  const own = mine ? symbolic.replaceAll(mine, 'MINE') : symbolic
  return (voted ? own.replaceAll(voted, 'VOTED') : own)
    .replaceAll(mainSubmission, 'ENTRY')
    .replaceAll(other, 'ENTRY')
}
