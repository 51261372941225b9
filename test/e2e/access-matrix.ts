import { get, members, type ProtectedAddress, post, toAdmins, toMembers, toOwner } from './addresses.ts'
import { adminAddresses } from './admin-access.ts'
import type { ClientName } from './clients.ts'
import type { FileInput } from './images.ts'
import type { Fixtures } from './seed-fixtures.ts'

const submissionForm = { title: 'Ford', description: 'Water.', aiTools: 'Krita', termsAccepted: 'on' }
const boss = { displayName: 'Boss', is_admin: 'true', points: '9', rank: 'Legendary Ninja' }
const push = { endpoint: 'https://push.example/1', p256dh: `B${'A'.repeat(86)}`, auth: 'A'.repeat(22) }
const notOwner: ClientName[] = ['stranger', 'admin', 'moderator']

/** Every protected route with the expected status for each client. The order matters: requests build on each other. */
export function protectedAddresses(fixtures: Fixtures, image: FileInput): ProtectedAddress[] {
  const { challenges, submissions, notifications, comments, announcement, challengeOfRejected } = fixtures
  const active = `/challenges/${challenges.active}`
  const mine = `${active}/submissions/${submissions.mine}`
  const drafted = `/challenges/${challenges.drafted}/draft`
  const voting = `/challenges/${challenges.voting}`
  const votedOn = `${voting}/submissions/${submissions.mineInVoting}`
  /** A field that no form has. */
  const foreign = { userId: submissions.others }
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
  return [
    get('/profile', toMembers(200)),
    get('/profile/submissions', toMembers(200)),
    get('/profile/edit', toMembers(200)),
    post('/profile/edit', { ...boss, bio: '', avatar: '1' }, [401, 422, 422, 422, 422]),
    // Display names are unique.
    post(
      '/profile/edit',
      { displayName: 'Ann of the Ford', bio: 'Paper and water.', avatar: '1' },
      [401, 303, 409, 409, 409],
      ['stranger'],
    ),

    get('/profile/account', toMembers(200)),
    get('/profile/points', toMembers(200)),
    // A member of the first rank has none to celebrate.
    get('/profile/rank-up', toMembers(302)),
    get('/profile/notifications', toMembers(200)),
    post('/profile/notifications', { results: 'loud' }, toMembers(422)),
    post('/profile/notifications', { results: 'app' }, toMembers(303), members),
    post('/profile/notifications/push', { endpoint: 'http://push.example/1' }, toMembers(422)),
    post('/profile/notifications/push', push, toMembers(303), members),
    // They turned push on last, for what counts as the same browser.
    post('/profile/notifications/push/end', {}, toMembers(303), ['moderator']),
    get('/me', toMembers(200)),
    get('/challenges/suggest', toMembers(200)),
    post('/challenges/suggest', { title: '', brief: '', kind: 'image' }, toMembers(422)),
    post(
      '/challenges/suggest',
      { title: 'Doors', brief: 'Draw one.', kind: 'image' },
      toMembers(303),
      members,
    ),
    post(`/challenges/suggest/${submissions.others}/withdraw`, {}, toMembers(303)),
    // The site has an administrator.
    get('/setup', [404, 404, 404, 404, 404]),
    post('/setup', { code: 'K7QM-4TXD' }, toMembers(409)),
    get('/notifications', toMembers(200)),
    get('/profile/calendar', toMembers(200)),
    post('/profile/calendar', foreign, toMembers(400)),
    post('/profile/calendar', {}, toMembers(200), members),
    post('/profile/calendar/end', {}, toMembers(303), members),
    get('/profile/tokens', toMembers(200)),
    post('/profile/tokens', foreign, toMembers(400)),
    post('/profile/tokens', { name: '' }, toMembers(422)),
    post('/profile/tokens', { name: 'Script' }, toMembers(200), members),
    post(`/profile/tokens/${submissions.mine}/revoke`, {}, toMembers(404)),
    get(`/challenges/${challenges.draft}/calendar.ics`, [404, 404, 404, 404, 404]),
    get(`${active}/calendar.ics`, [200, 200, 200, 200, 200]),
    get('/notifications/unread', [200, 200, 200, 200, 200]),
    get(`/notifications/${notifications.stranger}`, toMembers(302)),
    get(`/announcements/${announcement.mine}`, toOwner(200)),
    post('/notifications/read', foreign, toMembers(400)),
    // Of another member.
    post('/notifications/read', { newest: notifications.stranger }, toMembers(303)),
    post(`${active}/follow`, foreign, toMembers(400)),
    post(`${active}/follow`, {}, toMembers(303), members),
    post(`${active}/unfollow`, {}, toMembers(303), members),
    get('/profile/account/delete', toMembers(200)),
    post('/profile/account/delete', {}, toMembers(422)),
    // Needs a recent sign-in.
    post('/profile/account/delete', { submissions: 'remove', confirm: 'yes' }, toMembers(403)),
    post('/profile/account/confirm', {}, toMembers(303)),
    post('/profile/account/download', {}, toMembers(200)),
    post(`/profile/account/sessions/${submissions.mine}/end`, {}, toMembers(404)),
    post('/profile/account/sessions/end-others', {}, toMembers(303)),

    get(`${active}/submit`, toMembers(200)),
    post(
      `${active}/submit`,
      { ...submissionForm, ...foreign, status: 'approved' },
      [401, 422, 409, 422, 422],
    ),
    post(`${active}/submit`, submissionForm, [401, 303, 409, 303, 303], notOwner),
    get(`${active}/draft`, toMembers(200)),
    post(drafted, { title: 'Fog', ...foreign }, [401, 422, 422, 422, 422]),
    post(drafted, { title: 'Fog' }, [401, 303, 303, 303, 303], members),
    get(`${drafted}/delete`, toMembers(200)),
    post(`${drafted}/delete`, foreign, toMembers(400)),
    post(`${drafted}/delete`, {}, toMembers(303), members),
    get(`${active}/my-submission`, toMembers(302)),
    get(`${mine}/edit`, toOwner(200)),
    post(`${mine}/edit`, submissionForm, [401, 404, 303, 404, 404], ['owner']),
    get(`${mine}/withdraw`, toOwner(200)),
    post(`${mine}/withdraw`, foreign, toMembers(400)),
    post(`${votedOn}/withdraw`, {}, toOwner(409)),
    post(`${votedOn}/vote`, foreign, toMembers(400)),
    post(`${votedOn}/vote`, { from: votedOn }, toMembers(303), notOwner),
    post(`${votedOn}/vote`, { from: votedOn }, toMembers(303)),
    post(`${voting}/seen`, foreign, toMembers(400)),
    post(`${voting}/seen`, { ids: submissions.mineInVoting }, toMembers(204), notOwner),
    post(`${votedOn}/shortlist`, { from: votedOn, ...foreign }, toMembers(400)),
    post(`${votedOn}/shortlist`, { from: votedOn }, toMembers(303), notOwner),
    post(`${votedOn}/unshortlist`, { from: votedOn }, toMembers(303), notOwner),
    post(`${votedOn}/move-vote`, { from: votedOn }, toMembers(303)),
    post(`${votedOn}/unvote`, { from: votedOn }, toMembers(303), notOwner),
    get(`${votedOn}/comments`, toMembers(200)),
    post(`${votedOn}/comments`, { text: 'Hello', ...foreign }, toMembers(400)),
    post(`${votedOn}/comments`, { text: 'Well made' }, toMembers(303), members),
    get(`/comments/${comments.mine}/edit`, toOwner(200)),
    post(`/comments/${comments.mine}/edit`, { text: 'Changed' }, toOwner(303), ['owner']),
    get(`/report/comment/${comments.stranger}`, toMembers(200)),
    post(`/report/comment/${comments.stranger}`, { reason: 'spam', member: 'x' }, toMembers(400)),
    post(`/report/comment/${comments.stranger}`, { reason: 'spam' }, toMembers(303), members),
    get(`/comments/${comments.mine}/delete`, toOwner(200)),
    post(`/comments/${comments.mine}/delete`, {}, toOwner(303), ['owner']),
    get(`/challenges/${challengeOfRejected}/submissions/${submissions.rejected}`, [404, 404, 200, 200, 200]),
    get(`/challenges/${challenges.draft}`, [404, 404, 404, 200, 404]),
    get(`/challenges/${challenges.draft}/submissions`, [404, 404, 404, 200, 404]),

    // Moderators begin with the submissions.
    get('/admin', toAdmins(200, 302)),
    get('/admin/challenges/new', toAdmins(200)),
    post('/admin/challenges/new', challengeForm, toAdmins(303), ['admin']),
    get(`/admin${active}`, toAdmins(200)),
    get(`/admin${active}/entries`, toAdmins(200)),
    get(`/admin${active}/history`, toAdmins(200)),
    get(`/admin${active}/announcements`, toAdmins(200)),
    get(`/admin${active}/results`, toAdmins(200)),
    get(`/admin${active}/edit`, toAdmins(200)),
    post(`/admin${active}/edit`, { ...challengeForm, version: '0' }, toAdmins(303), ['admin']),
    ...adminAddresses(fixtures),

    // Last, because it signs all clients out.
    post('/profile/account/sessions/end-all', {}, toMembers(303)),
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
