import type { Step } from '#app/features/admin/integrity/paths.ts'
import { judgedValue } from '#domain/moderation/rules.ts'
import type { ProtectedAddress } from './access-matrix.ts'
import type { Fixtures } from './seed-fixtures.ts'

const moderatedLists = [
  '/admin/submissions',
  '/admin/submissions/queue',
  '/admin/integrity',
  '/admin/reports',
]

const administratorLists = [
  '/admin/challenges',
  '/admin/announcements',
  '/admin/people',
  '/admin/exports/comments.csv',
  '/admin/leaderboard',
  '/admin/settings',
  '/admin/settings/checks',
  '/admin/audit',
  '/admin/exports/challenges.csv',
  '/admin/exports/entries.csv',
  '/admin/exports/members.csv',
]

const MODERATED = new Set<string>(['submissions', 'integrity', 'comments', 'reports'])

/** The administrators' lists and actions: each action's page, its form with a foreign field, and its form. */
export function adminAddresses({
  challenges,
  submissions,
  versions,
  stranger,
  comments,
  report,
  announcement,
  invitation,
}: Fixtures): ProtectedAddress[] {
  const list = (pattern: string, moderator: 200 | 403): ProtectedAddress => ({
    method: 'GET',
    pattern,
    path: pattern,
    answers: ['sign in', 403, 403, 200, moderator],
  })
  const action = (
    noun: 'challenges' | 'submissions' | 'comments' | 'reports' | 'announcements',
    verb: string,
    id: string,
    fields = {},
    again: 303 | 404 | 409 = 409,
  ): ProtectedAddress[] => {
    const at = { pattern: `/admin/${noun}/:id/${verb}`, path: `/admin/${noun}/${id}/${verb}` }
    // Moderators send theirs after the administrator has done it.
    const forModerator = (answer: number) => (MODERATED.has(noun) ? answer : 403)
    return [
      {
        ...at,
        method: 'GET',
        answers: ['sign in', 403, 403, 200, forModerator(200)],
      },
      {
        ...at,
        method: 'POST',
        fields: { isAdmin: 'true' },
        answers: ['sign in', 403, 403, 400, forModerator(400)],
      },
      {
        ...at,
        method: 'POST',
        fields,
        answers: ['sign in', 403, 403, 303, forModerator(again)],
        // What was done is refused, unless it may be done again.
        writers: again === 303 ? ['admin', 'moderator'] : ['admin'],
      },
    ]
  }
  const challengeStep = (name: string, id: string, fields: Record<string, string>) =>
    action('challenges', `steps/${name}`, id, fields).map((address) => ({
      ...address,
      pattern: '/admin/challenges/:id/steps/:step',
    }))
  const moderation = (verb: string, id: string, again: 404 | 409 = 409) =>
    action('submissions', verb, id, { version: versions[id] ?? '' }, again)
  // The second identical form is refused: it does not name the adjustment that the first one made.
  const adjustment = (verb: string, fields: Record<string, string>): ProtectedAddress[] => {
    const at = {
      pattern: `/admin/leaderboard/:userId/${verb}`,
      path: `/admin/leaderboard/${stranger}/${verb}`,
    }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200, 403] },
      {
        ...at,
        method: 'POST',
        fields: { ...fields, userId: submissions.mine },
        answers: ['sign in', 403, 403, 422, 403],
      },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303, 403], writers: ['admin'] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 409, 403] },
    ]
  }
  const account = (verb: string, fields: Record<string, string>): ProtectedAddress[] => {
    const at = {
      pattern: `/admin/leaderboard/:userId/${verb}`,
      path: `/admin/leaderboard/${stranger}/${verb}`,
    }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200, 403] },
      { ...at, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400, 403] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303, 403], writers: ['admin'] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 409, 403] },
    ]
  }
  const person = (role: string): ProtectedAddress[] => {
    const at = { pattern: '/admin/people/:userId/:role', path: `/admin/people/${stranger}/${role}` }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200, 403] },
      { ...at, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400, 403] },
      { ...at, method: 'POST', fields: {}, answers: ['sign in', 403, 403, 303, 403], writers: ['admin'] },
      { ...at, method: 'POST', fields: {}, answers: ['sign in', 403, 403, 409, 403] },
    ]
  }
  const invite = { pattern: '/admin/people/invite', path: '/admin/people/invite', method: 'POST' }
  const invited = { email: 'iris@dojo.example', role: 'moderator' }
  const end = {
    pattern: '/admin/people/invitations/:id/end',
    path: `/admin/people/invitations/${invitation}/end`,
  }
  const invitations: ProtectedAddress[] = [
    { ...invite, fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400, 403] },
    { ...invite, fields: { email: 'iris', role: 'moderator' }, answers: ['sign in', 403, 403, 422, 403] },
    { ...invite, fields: invited, answers: ['sign in', 403, 403, 303, 403], writers: ['admin'] },
    { ...end, method: 'GET', answers: ['sign in', 403, 403, 200, 403] },
    { ...end, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400, 403] },
    { ...end, method: 'POST', fields: {}, answers: ['sign in', 403, 403, 303, 403], writers: ['admin'] },
    { ...end, method: 'POST', fields: {}, answers: ['sign in', 403, 403, 404, 403] },
  ]
  /** A step on the desk; a refused one changes nothing: its subject has no vote, or nothing is hidden or voided. */
  const step = (
    name: Step,
    fields: Record<string, string>,
    answer = 409,
    id = challenges.voting,
    again = answer === 404 ? 404 : 409,
  ): ProtectedAddress[] => {
    const at = { pattern: '/admin/integrity/:id/:step', path: `/admin/integrity/${id}/${name}` }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200, 200] },
      { ...at, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400, 400] },
      {
        ...at,
        method: 'POST',
        fields,
        answers: ['sign in', 403, 403, answer, again],
        writers: (['admin', 'moderator'] as const).filter((_, index) => [answer, again][index] === 303),
      },
    ]
  }
  const bulk = (verb: string, fields: Record<string, string>): ProtectedAddress[] => {
    const at = { pattern: `/admin/submissions/${verb}`, path: `/admin/submissions/${verb}` }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 302, 302] },
      { ...at, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400, 400] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303, 303], writers: ['admin'] },
      // The toast says that it was refused.
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303, 303] },
    ]
  }
  const chosen = (id: string) => `${id}:${versions[id]}:pending`
  return [
    ...moderatedLists.map((path) => list(path, 200)),
    ...administratorLists.map((path) => list(path, 403)),
    {
      method: 'GET',
      pattern: '/admin/leaderboard/:userId',
      path: `/admin/leaderboard/${stranger}`,
      answers: ['sign in', 403, 403, 200, 403],
    },
    ...adjustment('points', { change: '40', reason: 'Doors', seen: '' }),
    {
      method: 'GET',
      pattern: '/admin/leaderboard/:userId/rank',
      path: `/admin/leaderboard/${stranger}/rank`,
      answers: ['sign in', 403, 403, 200, 403],
    },
    {
      method: 'POST',
      pattern: '/admin/leaderboard/:userId/rank',
      path: `/admin/leaderboard/${stranger}/rank`,
      fields: { rank: 'Elite Ninja', seen: '' },
      answers: ['sign in', 403, 403, 409, 403],
    },
    list('/admin/people/invite', 403),
    ...invitations,
    ...person('moderator'),
    ...person('none'),
    ...account('suspend', { reason: 'Several accounts' }),
    ...account('reinstate', {}),
    ...action('comments', 'hide', comments.stranger, { reason: 'Rude' }),
    ...action('comments', 'restore', comments.hidden),
    ...action('announcements', 'withdraw', announcement.other),
    list('/admin/announcements/new', 403),
    {
      method: 'POST',
      pattern: '/admin/announcements/new',
      path: '/admin/announcements/new',
      fields: { isAdmin: 'true' },
      answers: ['sign in', 403, 403, 400, 403],
    },
    {
      method: 'POST',
      pattern: '/admin/announcements/new',
      path: '/admin/announcements/new',
      fields: {
        key: stranger,
        title: 'News',
        text: 'Something is new',
        link: '',
        audience: 'all',
        confirmed: 'yes',
      },
      answers: ['sign in', 403, 403, 303, 403],
      writers: ['admin'],
    },
    ...action('reports', 'resolve/dismiss', report).map((address) => ({
      ...address,
      pattern: '/admin/reports/:id/resolve/:outcome',
    })),
    ...moderation('approve', submissions.others),
    ...moderation('undo', submissions.others),
    ...bulk('approve', { chosen: chosen(submissions.others) }),
    ...bulk('reject', { chosen: chosen(submissions.voting) }),
    ...bulk('undo', {
      chosen: judgedValue({ id: submissions.voting, version: Number(versions[submissions.voting]) }),
      judgement: 'rejected',
    }),
    ...moderation('reject', submissions.mineInVoting),
    ...moderation('delete', submissions.song, 404),
    ...step('hold', { reason: 'A ring?' }, 303),
    ...step('release', { reason: 'No ring' }, 303),
    ...step('recount', { reason: 'A doubt' }, 303, challenges.completed, 303),
    {
      method: 'POST',
      pattern: '/admin/settings',
      path: '/admin/settings',
      fields: { isAdmin: 'true' },
      answers: ['sign in', 403, 403, 400, 403],
    },
    {
      method: 'POST',
      pattern: '/admin/settings',
      path: '/admin/settings',
      fields: {},
      answers: ['sign in', 403, 403, 303, 403],
      writers: ['admin'],
    },
    {
      method: 'POST',
      pattern: '/admin/settings/checks',
      path: '/admin/settings/checks',
      fields: { advice: 'none' },
      answers: ['sign in', 403, 403, 400, 403],
    },
    {
      method: 'POST',
      pattern: '/admin/settings/mails/retry',
      path: '/admin/settings/mails/retry',
      fields: {},
      answers: ['sign in', 403, 403, 303, 403],
    },
    {
      method: 'GET',
      pattern: '/admin/integrity/:id',
      path: `/admin/integrity/${challenges.voting}`,
      answers: ['sign in', 403, 403, 200, 200],
    },
    {
      method: 'GET',
      pattern: '/admin/integrity/:id/entries/:submissionId',
      path: `/admin/integrity/${challenges.voting}/entries/${submissions.voting}`,
      answers: ['sign in', 403, 403, 200, 200],
    },
    ...step('void', { choice: 'other', reason: 'No vote' }),
    ...step('view', {}),
    ...step('restore', { reason: 'No vote' }, 404),
    ...challengeStep('complete', challenges.active, { version: '1' }),
    ...challengeStep('extend', challenges.voting, { version: '1' }),
    ...challengeStep('cancel', challenges.voting, { version: '2', reason: 'No' }),
    ...action('challenges', 'delete', challenges.draft, { version: '0' }),
  ]
}
