import { adminAddresses } from './admin-access.ts'
import type { ClientName, ClientRequest } from './clients.ts'
import type { FileInput } from './images.ts'
import type { Fixtures } from './seed-fixtures.ts'

type Answer = number | 'sign in'

export interface ProtectedAddress extends ClientRequest {
  /** The route's pattern. */
  pattern: string
  /** Expected status for each of `clientNames`, in their order. */
  answers: [Answer, Answer, Answer, Answer]
  /** Clients whose request changes data; the requests of all others change nothing. */
  writers?: ClientName[]
}

const submissionForm = { title: 'Ford', description: 'Water.', aiTools: 'Krita', termsAccepted: 'on' }

/** Every protected route with the expected status for each client. The order matters: requests build on each other. */
export function protectedAddresses(fixtures: Fixtures, image: FileInput): ProtectedAddress[] {
  const { challenges, submissions, notifications, comments, announcement, challengeOfRejected } = fixtures
  const active = `/challenges/${challenges.active}`
  const entry = `/challenges/:id/submissions/:submissionId`
  const mine = `${active}/submissions/${submissions.mine}`
  const votingChallenge = `/challenges/${challenges.voting}`
  const votedOn = `${votingChallenge}/submissions/${submissions.mineInVoting}`
  const challengeForm = {
    title: 'Doors',
    description: 'Draw one.',
    kind: 'image',
    voters: 'everyone',
    type: 'weekly',
    status: 'active',
    deadline: '2090-01-01T12:00',
    timeZone: 'UTC',
    image,
  }
  const get = (pattern: string, path: string, answers: ProtectedAddress['answers']): ProtectedAddress => ({
    method: 'GET',
    pattern,
    path,
    answers,
  })
  const post = (
    pattern: string,
    path: string,
    fields: Record<string, string>,
    answers: ProtectedAddress['answers'],
  ): ProtectedAddress => ({ method: 'POST', pattern, path, fields, answers })
  return [
    get('/profile', '/profile', ['sign in', 200, 200, 200]),
    get('/profile/submissions', '/profile/submissions', ['sign in', 200, 200, 200]),
    get('/profile/edit', '/profile/edit', ['sign in', 200, 200, 200]),
    {
      method: 'POST',
      pattern: '/profile/edit',
      path: '/profile/edit',
      fields: {
        displayName: 'Boss',
        bio: '',
        avatar: '1',
        is_admin: 'true',
        points: '9',
        rank: 'Legendary Ninja',
      },
      answers: [401, 422, 422, 422],
    },
    {
      method: 'POST',
      pattern: '/profile/edit',
      path: '/profile/edit',
      fields: { displayName: 'Ann of the Ford', bio: 'Paper and water.', avatar: '1' },
      // Display names are unique.
      answers: [401, 303, 409, 409],
      writers: ['stranger'],
    },

    get('/profile/account', '/profile/account', ['sign in', 200, 200, 200]),
    get('/profile/points', '/profile/points', ['sign in', 200, 200, 200]),
    // A member of the first rank has none to celebrate.
    get('/profile/rank-up', '/profile/rank-up', ['sign in', 302, 302, 302]),
    get('/profile/notifications', '/profile/notifications', ['sign in', 200, 200, 200]),
    post('/profile/notifications', '/profile/notifications', { results: 'loud' }, ['sign in', 422, 422, 422]),
    {
      method: 'POST',
      pattern: '/profile/notifications',
      path: '/profile/notifications',
      fields: { results: 'app' },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    post(
      '/profile/notifications/push',
      '/profile/notifications/push',
      { endpoint: 'http://push.example/1' },
      ['sign in', 422, 422, 422],
    ),
    {
      method: 'POST',
      pattern: '/profile/notifications/push',
      path: '/profile/notifications/push',
      fields: { endpoint: 'https://push.example/1', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    {
      method: 'POST',
      pattern: '/profile/notifications/push/end',
      path: '/profile/notifications/push/end',
      fields: {},
      answers: ['sign in', 303, 303, 303],
      // They turned push on last, for what counts as the same browser.
      writers: ['admin'],
    },
    get('/me', '/me', ['sign in', 200, 200, 200]),
    get('/notifications', '/notifications', ['sign in', 200, 200, 200]),
    get('/profile/calendar', '/profile/calendar', ['sign in', 200, 200, 200]),
    post('/profile/calendar', '/profile/calendar', { userId: submissions.others }, [
      'sign in',
      400,
      400,
      400,
    ]),
    {
      method: 'POST',
      pattern: '/profile/calendar',
      path: '/profile/calendar',
      fields: {},
      answers: ['sign in', 200, 200, 200],
      writers: ['stranger', 'owner', 'admin'],
    },
    {
      method: 'POST',
      pattern: '/profile/calendar/end',
      path: '/profile/calendar/end',
      fields: {},
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    get('/challenges/:id/calendar.ics', `/challenges/${challenges.draft}/calendar.ics`, [404, 404, 404, 404]),
    get('/challenges/:id/calendar.ics', `${active}/calendar.ics`, [200, 200, 200, 200]),
    get('/notifications/unread', '/notifications/unread', [200, 200, 200, 200]),
    get('/notifications/:eventId', `/notifications/${notifications.stranger}`, ['sign in', 302, 302, 302]),
    get('/announcements/:announcementId', `/announcements/${announcement.mine}`, ['sign in', 404, 200, 404]),
    post('/notifications/read', '/notifications/read', { userId: submissions.others }, [
      'sign in',
      400,
      400,
      400,
    ]),
    // Of another member.
    post('/notifications/read', '/notifications/read', { newest: notifications.stranger }, [
      'sign in',
      303,
      303,
      303,
    ]),
    post('/challenges/:id/follow', `${active}/follow`, { userId: submissions.others }, [
      'sign in',
      400,
      400,
      400,
    ]),
    {
      method: 'POST',
      pattern: '/challenges/:id/follow',
      path: `${active}/follow`,
      fields: {},
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    {
      method: 'POST',
      pattern: '/challenges/:id/unfollow',
      path: `${active}/unfollow`,
      fields: {},
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    get('/profile/account/delete', '/profile/account/delete', ['sign in', 200, 200, 200]),
    post('/profile/account/delete', '/profile/account/delete', {}, ['sign in', 422, 422, 422]),
    // Needs a recent sign-in.
    post('/profile/account/delete', '/profile/account/delete', { submissions: 'remove', confirm: 'yes' }, [
      'sign in',
      403,
      403,
      403,
    ]),
    post('/profile/account/confirm', '/profile/account/confirm', {}, ['sign in', 303, 303, 303]),
    post('/profile/account/download', '/profile/account/download', {}, ['sign in', 200, 200, 200]),
    post(
      '/profile/account/sessions/:sessionId/end',
      `/profile/account/sessions/${submissions.mine}/end`,
      {},
      ['sign in', 404, 404, 404],
    ),
    post('/profile/account/sessions/end-others', '/profile/account/sessions/end-others', {}, [
      'sign in',
      303,
      303,
      303,
    ]),

    get('/challenges/:id/submit', `${active}/submit`, ['sign in', 200, 200, 200]),
    {
      method: 'POST',
      pattern: '/challenges/:id/submit',
      path: `${active}/submit`,
      fields: { ...submissionForm, userId: submissions.others, status: 'approved' },
      answers: [401, 422, 409, 422],
    },
    {
      method: 'POST',
      pattern: '/challenges/:id/submit',
      path: `${active}/submit`,
      fields: submissionForm,
      answers: [401, 303, 409, 303],
      writers: ['stranger', 'admin'],
    },
    get('/challenges/:id/draft', `${active}/draft`, ['sign in', 200, 200, 200]),
    {
      method: 'POST',
      pattern: '/challenges/:id/draft',
      path: `/challenges/${challenges.drafted}/draft`,
      fields: { title: 'Fog', userId: submissions.others },
      answers: [401, 422, 422, 422],
    },
    {
      method: 'POST',
      pattern: '/challenges/:id/draft',
      path: `/challenges/${challenges.drafted}/draft`,
      fields: { title: 'Fog' },
      answers: [401, 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    get('/challenges/:id/draft/delete', `/challenges/${challenges.drafted}/draft/delete`, [
      'sign in',
      200,
      200,
      200,
    ]),
    post(
      '/challenges/:id/draft/delete',
      `/challenges/${challenges.drafted}/draft/delete`,
      { userId: submissions.others },
      ['sign in', 400, 400, 400],
    ),
    {
      method: 'POST',
      pattern: '/challenges/:id/draft/delete',
      path: `/challenges/${challenges.drafted}/draft/delete`,
      fields: {},
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    get('/challenges/:id/my-submission', `${active}/my-submission`, ['sign in', 302, 302, 302]),
    get(`${entry}/edit`, `${mine}/edit`, ['sign in', 404, 200, 404]),
    {
      method: 'POST',
      pattern: `${entry}/edit`,
      path: `${mine}/edit`,
      fields: submissionForm,
      answers: [401, 404, 303, 404],
      writers: ['owner'],
    },
    get(`${entry}/withdraw`, `${mine}/withdraw`, ['sign in', 404, 200, 404]),
    post(`${entry}/withdraw`, `${mine}/withdraw`, { userId: submissions.others }, ['sign in', 400, 400, 400]),
    post(`${entry}/withdraw`, `${votedOn}/withdraw`, {}, ['sign in', 404, 409, 404]),
    {
      method: 'POST',
      pattern: `${entry}/vote`,
      path: `${votedOn}/vote`,
      fields: { userId: submissions.others },
      answers: ['sign in', 400, 400, 400],
    },
    {
      method: 'POST',
      pattern: `${entry}/vote`,
      path: `${votedOn}/vote`,
      fields: { from: votedOn },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'admin'],
    },
    {
      method: 'POST',
      pattern: `${entry}/vote`,
      path: `${votedOn}/vote`,
      fields: { from: votedOn },
      answers: ['sign in', 303, 303, 303],
    },
    post('/challenges/:id/seen', `${votingChallenge}/seen`, { userId: submissions.others }, [
      'sign in',
      400,
      400,
      400,
    ]),
    {
      method: 'POST',
      pattern: '/challenges/:id/seen',
      path: `${votingChallenge}/seen`,
      fields: { ids: submissions.mineInVoting },
      answers: ['sign in', 204, 204, 204],
      writers: ['stranger', 'admin'],
    },
    {
      method: 'POST',
      pattern: `${entry}/shortlist`,
      path: `${votedOn}/shortlist`,
      fields: { from: votedOn, userId: submissions.others },
      answers: ['sign in', 400, 400, 400],
    },
    {
      method: 'POST',
      pattern: `${entry}/shortlist`,
      path: `${votedOn}/shortlist`,
      fields: { from: votedOn },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'admin'],
    },
    {
      method: 'POST',
      pattern: `${entry}/unshortlist`,
      path: `${votedOn}/unshortlist`,
      fields: { from: votedOn },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'admin'],
    },
    {
      method: 'POST',
      pattern: `${entry}/move-vote`,
      path: `${votedOn}/move-vote`,
      fields: { from: votedOn },
      answers: ['sign in', 303, 303, 303],
    },
    {
      method: 'POST',
      pattern: `${entry}/unvote`,
      path: `${votedOn}/unvote`,
      fields: { from: votedOn },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'admin'],
    },
    get(`${entry}/comments`, `${votedOn}/comments`, ['sign in', 200, 200, 200]),
    post(`${entry}/comments`, `${votedOn}/comments`, { text: 'Hello', userId: submissions.others }, [
      'sign in',
      400,
      400,
      400,
    ]),
    {
      method: 'POST',
      pattern: `${entry}/comments`,
      path: `${votedOn}/comments`,
      fields: { text: 'Well made' },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    get('/comments/:commentId/edit', `/comments/${comments.mine}/edit`, ['sign in', 404, 200, 404]),
    {
      method: 'POST',
      pattern: '/comments/:commentId/edit',
      path: `/comments/${comments.mine}/edit`,
      fields: { text: 'Changed' },
      answers: ['sign in', 404, 303, 404],
      writers: ['owner'],
    },
    get('/report/:kind/:subjectId', `/report/comment/${comments.stranger}`, ['sign in', 200, 200, 200]),
    post(
      '/report/:kind/:subjectId',
      `/report/comment/${comments.stranger}`,
      { reason: 'spam', member: 'x' },
      ['sign in', 400, 400, 400],
    ),
    {
      method: 'POST',
      pattern: '/report/:kind/:subjectId',
      path: `/report/comment/${comments.stranger}`,
      fields: { reason: 'spam' },
      answers: ['sign in', 303, 303, 303],
      writers: ['stranger', 'owner', 'admin'],
    },
    get('/comments/:commentId/delete', `/comments/${comments.mine}/delete`, ['sign in', 404, 200, 404]),
    {
      method: 'POST',
      pattern: '/comments/:commentId/delete',
      path: `/comments/${comments.mine}/delete`,
      fields: {},
      answers: ['sign in', 404, 303, 404],
      writers: ['owner'],
    },
    get(
      entry,
      `/challenges/${challengeOfRejected}/submissions/${submissions.rejected}`,
      [404, 404, 200, 200],
    ),
    get('/challenges/:id', `/challenges/${challenges.draft}`, [404, 404, 404, 200]),
    get('/challenges/:id/submissions', `/challenges/${challenges.draft}/submissions`, [404, 404, 404, 200]),

    get('/admin', '/admin', ['sign in', 403, 403, 200]),
    get('/admin/challenges/new', '/admin/challenges/new', ['sign in', 403, 403, 200]),
    {
      method: 'POST',
      pattern: '/admin/challenges/new',
      path: '/admin/challenges/new',
      fields: challengeForm,
      answers: ['sign in', 403, 403, 303],
      writers: ['admin'],
    },
    get('/admin/challenges/:id', `/admin${active}`, ['sign in', 403, 403, 200]),
    get('/admin/challenges/:id/entries', `/admin${active}/entries`, ['sign in', 403, 403, 200]),
    get('/admin/challenges/:id/history', `/admin${active}/history`, ['sign in', 403, 403, 200]),
    get('/admin/challenges/:id/edit', `/admin${active}/edit`, ['sign in', 403, 403, 200]),
    {
      method: 'POST',
      pattern: '/admin/challenges/:id/edit',
      path: `/admin${active}/edit`,
      fields: { ...challengeForm, version: '0' },
      answers: ['sign in', 403, 403, 303],
      writers: ['admin'],
    },
    ...adminAddresses(fixtures),

    // Last, because it signs all clients out.
    post('/profile/account/sessions/end-all', '/profile/account/sessions/end-all', {}, [
      'sign in',
      303,
      303,
      303,
    ]),
  ]
}

/** Routes that answer all clients the same way, apart from minor details. */
export const publicAddresses = [
  '/',
  '/login',
  '/login/start',
  '/auth/callback',
  '/sign-out',
  '/theme',
  '/showcase',
  '/tools',
  '/resources',
  '/resources/kdp-publishing-guide',
  '/community',
  '/contact',
  '/robots.txt',
  '/.well-known/security.txt',
  '/sitemap.xml',
  '/privacy-policy',
  '/privacy',
  '/terms',
  '/cookies',
  '/cookies/consent',
  '/challenges',
  '/challenges.ics',
  '/challenges.atom',
  '/results.atom',
  '/profile/:userId/submissions.atom',
  '/challenges/current/:section',
  '/challenges/all',
  '/challenges/voting',
  '/challenges/archive',
  '/challenges/submissions',
  '/leaderboard',
  '/search',
  '/profile/:userId',
  '/profile/:userId/submissions',
  '/challenges/:id/results',
  // The address itself gives the right.
  '/calendar/:token/dojo.ics',
  '/unsubscribe/:kind/:userId/:token',
  '/challenges/:id/voting-room',
  '/challenges/:id/voting-room/:submissionId',
  '/challenges/:id/voting-room/:submissionId/compare/:otherId',
  '/challenges/:id/share.png',
  '/challenges/:id/submissions/:submissionId/share.png',
  '/profile/:userId/share.png',
  '/challenges/:id/submissions/:submissionId/share-story.png',
  '/profile/:userId/share-story.png',
  '/media/:id/:file',
  '/*',
]
