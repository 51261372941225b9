import type { ProtectedAddress } from './access-matrix.ts'
import type { Fixtures } from './seed-fixtures.ts'

const lists = [
  '/admin/challenges',
  '/admin/submissions',
  '/admin/leaderboard',
  '/admin/settings',
  '/admin/audit',
  '/admin/exports/challenges.csv',
  '/admin/exports/entries.csv',
  '/admin/exports/members.csv',
]

/** The administrators' lists, and what they do from there: each is asked for as a page, then done by its form. */
export function adminAddresses({ challenges, entries, stranger }: Fixtures): ProtectedAddress[] {
  const list = (pattern: string): ProtectedAddress => ({
    method: 'GET',
    pattern,
    path: pattern,
    answers: ['sign in', 403, 403, 200],
  })
  const deed = (
    noun: 'challenges' | 'submissions',
    verb: string,
    id: string,
    fields = {},
  ): ProtectedAddress[] => {
    const at = { pattern: `/admin/${noun}/:id/${verb}`, path: `/admin/${noun}/${id}/${verb}` }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200] },
      { ...at, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303], writers: ['admin'] },
    ]
  }
  // Once, since the form says which change by hand was the last.
  const byHand = (verb: string, fields: Record<string, string>): ProtectedAddress[] => {
    const at = {
      pattern: `/admin/leaderboard/:userId/${verb}`,
      path: `/admin/leaderboard/${stranger}/${verb}`,
    }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200] },
      {
        ...at,
        method: 'POST',
        fields: { ...fields, userId: entries.mine },
        answers: ['sign in', 403, 403, 422],
      },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303], writers: ['admin'] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 409] },
    ]
  }
  const account = (verb: string, fields: Record<string, string>): ProtectedAddress[] => {
    const at = {
      pattern: `/admin/leaderboard/:userId/${verb}`,
      path: `/admin/leaderboard/${stranger}/${verb}`,
    }
    return [
      { ...at, method: 'GET', answers: ['sign in', 403, 403, 200] },
      { ...at, method: 'POST', fields: { isAdmin: 'true' }, answers: ['sign in', 403, 403, 400] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 303], writers: ['admin'] },
      { ...at, method: 'POST', fields, answers: ['sign in', 403, 403, 409] },
    ]
  }
  return [
    ...lists.map(list),
    ...byHand('points', { change: '40', reason: 'Doors', seen: '' }),
    {
      method: 'GET',
      pattern: '/admin/leaderboard/:userId/rank',
      path: `/admin/leaderboard/${stranger}/rank`,
      answers: ['sign in', 403, 403, 200],
    },
    {
      method: 'POST',
      pattern: '/admin/leaderboard/:userId/rank',
      path: `/admin/leaderboard/${stranger}/rank`,
      fields: { rank: 'Elite Ninja', seen: '' },
      answers: ['sign in', 403, 403, 409],
    },
    ...account('suspend', { reason: 'Several accounts' }),
    ...account('reinstate', {}),
    ...deed('submissions', 'approve', entries.others),
    ...deed('submissions', 'reject', entries.mine),
    ...deed('submissions', 'delete', entries.song),
    ...deed('challenges', 'complete', challenges.active),
    ...deed('challenges', 'extend', challenges.voting, { version: '1' }),
    ...deed('challenges', 'delete', challenges.draft),
  ]
}
